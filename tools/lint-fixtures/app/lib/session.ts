import { column } from '../features/board/column.ts' // violates boundaries(dependencies)

export const signedIn = column
