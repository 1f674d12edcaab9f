import * as z from 'zod/mini'

export const byKind = (names: string[]) => Map.groupBy(names, (name) => name[0]) // violates browser-floor(apis)

export const either = (signals: AbortSignal[]) => AbortSignal.any(signals) // violates browser-floor(apis)

export const isSeen = (element: Element) => element.checkVisibility() // violates browser-floor(apis)

export const isSeenWherePossible = (element: Partial<Pick<Element, 'checkVisibility'>>) => element.checkVisibility?.()

export const afterParam = /(?<=:\w+)\// // violates es-x(no-regexp-lookbehind-assertions)

export const spring = (points: string) => `linear(${points})` // violates browser-floor(easings)

export const springWherePossible = (points: string) => (CSS.supports('transition-timing-function', 'linear(0, 1)') ? `linear(${points})` : 'ease-out')

export const Either = z.union([z.string(), z.number()])
