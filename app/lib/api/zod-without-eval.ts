import * as z from 'zod/mini'

// zod would try `new Function` to parse faster; our Content-Security-Policy refuses it and reports every try.
z.config({ jitless: true })
