import { signedIn } from '../../app/lib/session.ts' // violates boundaries(dependencies)
import { isToday } from 'date-fns/isToday' // violates domain(no-clock)
import { parseISO } from 'date-fns/parseISO'
import { createElement } from 'react' // violates boundaries(dependencies)

export const today = () => createElement(String(Date.now())) // violates eslint(no-restricted-properties)
export const now = () => new Date() // violates domain(no-clock)
export const spoken = () => Date() // violates domain(no-clock)
export const known = (moment: string) => isToday(parseISO(moment))
export const roll = () => Math.random() + signedIn // violates eslint(no-restricted-properties)
export const ask = () => fetch('/api/health') // violates eslint(no-restricted-globals)
