import { clsx, type ClassValue } from 'clsx'
import { createTailwindMerge } from 'tailwind-merge'

const someValue = [() => true]
const optionalValue = ['', ...someValue]

/** Groups of classes that are recognised by how they begin, such as `p-2` and `p-[3%]`. */
const byPrefix = (...prefixes: string[]) => Object.fromEntries(prefixes.map((prefix) => [prefix, [{ [prefix]: optionalValue }]]))

const isSize = (value: string) => /^(\d?xl|xs|sm|base|lg|\[(\d|clamp))/.test(value)
const isWidth = (value: string) => /^[\d.]+$/.test(value)
const isPicture = (value: string) => /^(none|linear|\(image:|\[(linear|radial))/.test(value)

/**
 * The classes of tailwind-merge that the app uses. Its own list has all there are, and is 6.5 kB of what the first
 * page loads; `cn.test.ts` compares the two over each class of the app.
 */
const merge = createTailwindMerge(() => ({
  cacheSize: 500,
  theme: {},
  classGroups: {
    ...byPrefix('top', 'right', 'bottom', 'left', 'inset', 'inset-x', 'inset-y', 'z', 'm', 'mx', 'my', 'mt', 'mr', 'mb', 'ml'),
    ...byPrefix('p', 'px', 'py', 'pt', 'pr', 'pb', 'pl', 'gap', 'gap-x', 'gap-y', 'size', 'w', 'h', 'min-w', 'min-h', 'max-w', 'max-h'),
    ...byPrefix('rounded', 'rounded-t', 'rounded-r', 'rounded-b', 'col', 'col-start', 'row', 'row-start', 'grid-cols', 'grid-rows', 'auto-rows', 'basis'),
    ...byPrefix('shrink', 'grow', 'order', 'opacity', 'scale', 'rotate', 'translate', 'translate-x', 'translate-y', 'origin', 'transition', 'duration'),
    ...byPrefix('ease', 'leading', 'tracking', 'indent', 'whitespace', 'cursor', 'pointer-events', 'select', 'touch', 'fill', 'justify', 'justify-items'),
    ...byPrefix('justify-self', 'items', 'self', 'content', 'place-content', 'place-items', 'place-self', 'object', 'overflow', 'overflow-x', 'overflow-y'),
    ...byPrefix('overscroll', 'overscroll-x', 'overscroll-y', 'line-clamp', 'hyphens', 'list', 'shadow', 'drop-shadow', 'grayscale', 'outline-offset'),
    ...byPrefix('scroll-mt', 'scroll-mb', 'scroll-mx'),
    display: ['block', 'contents', 'flex', 'grid', 'hidden', 'inline', 'inline-block', 'inline-flex', 'inline-grid', 'table'],
    position: ['absolute', 'fixed', 'relative', 'static', 'sticky'],
    visibility: ['invisible', 'visible'],
    resize: ['resize', 'resize-y'],
    spoken: ['sr-only', 'not-sr-only'],
    flex: ['flex-1', 'flex-auto', 'flex-none'],
    direction: ['flex-row', 'flex-col', 'flex-col-reverse'],
    family: [{ font: ['display', 'sans', (value: string) => value.startsWith('[')] }],
    weight: [{ font: someValue }],
    'text-size': [{ text: [isSize] }],
    wrap: ['text-balance'],
    align: ['text-left', 'text-center', 'text-right'],
    'text-overflow': ['text-ellipsis', 'truncate'],
    color: [{ text: someValue }],
    'bg-clip': ['bg-clip-padding'],
    'bg-size': ['bg-cover'],
    picture: [{ bg: [isPicture] }],
    background: [{ bg: someValue }],
    border: ['border', { border: [isWidth] }],
    'border-t': [{ 'border-t': optionalValue }],
    'border-b': [{ 'border-b': optionalValue }],
    'border-style': ['border-dashed', 'border-dotted'],
    'border-color': [{ border: someValue }],
    'outline-style': ['outline-dashed', 'outline-none'],
    outline: [{ outline: [isWidth] }],
    'outline-color': [{ outline: someValue }],
    'ring-offset': [{ 'ring-offset': [isWidth] }],
    'ring-offset-color': [{ 'ring-offset': someValue }],
    ring: ['ring', { ring: [isWidth] }],
    'ring-color': [{ ring: someValue }],
    'stroke-width': [{ stroke: [(value: string) => /^\[\d/.test(value)] }],
    stroke: [{ stroke: someValue }],
  },
  conflictingClassGroups: {
    m: ['mx', 'my', 'mt', 'mr', 'mb', 'ml'],
    mx: ['mr', 'ml'],
    my: ['mt', 'mb'],
    p: ['px', 'py', 'pt', 'pr', 'pb', 'pl'],
    px: ['pr', 'pl'],
    py: ['pt', 'pb'],
    inset: ['inset-x', 'inset-y', 'top', 'right', 'bottom', 'left'],
    'inset-x': ['right', 'left'],
    'inset-y': ['top', 'bottom'],
    size: ['w', 'h'],
    gap: ['gap-x', 'gap-y'],
    rounded: ['rounded-t', 'rounded-r', 'rounded-b'],
    border: ['border-t', 'border-b'],
    flex: ['basis', 'grow', 'shrink'],
    overflow: ['overflow-x', 'overflow-y'],
    overscroll: ['overscroll-x', 'overscroll-y'],
    translate: ['translate-x', 'translate-y'],
    'line-clamp': ['display', 'overflow'],
    'text-size': ['leading'],
  },
  conflictingClassGroupModifiers: {},
  orderSensitiveModifiers: [],
}))

/** Joins class names; of two that set the same property the later wins. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes))
}
