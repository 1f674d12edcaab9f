import { signedIn } from '../../app/lib/session.ts' // violates boundaries(dependencies)
import { format } from 'date-fns' // violates boundaries(dependencies)

export const today = () => format(Date.now(), 'yyyy') // violates eslint(no-restricted-properties)
export const roll = () => Math.random() + signedIn // violates eslint(no-restricted-properties)
export const ask = () => fetch('/api/health') // violates eslint(no-restricted-globals)
