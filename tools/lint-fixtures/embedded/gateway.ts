import { button } from '../app/ui/button.ts' // violates boundaries(dependencies)

export const gateway = button
