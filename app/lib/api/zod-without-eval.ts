import * as z from 'zod/mini'

// Keeps zod from trying `new Function`, which our Content-Security-Policy refuses and reports each time.
z.config({ jitless: true })
