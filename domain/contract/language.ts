import * as z from 'zod/mini'

/** The languages we speak. */
export const Language = z.enum(['en', 'de', 'es'])
export type Language = z.infer<typeof Language>
