import { form } from '../auth/form.ts' // violates boundaries(dependencies)

export const column = form
