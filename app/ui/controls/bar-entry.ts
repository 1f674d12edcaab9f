/** The look of an entry of the bar at the lower edge of a phone, and of its label. */
export const barEntry =
  'text-muted aria-[current=page]:text-grape aria-selected:text-grape border-t-3 border-transparent aria-selected:border-grape aria-[current=page]:border-grape forced-colors:not-aria-selected:not-aria-[current=page]:border-[Canvas] flex min-h-14 min-w-0 flex-col items-center justify-center gap-0.5 text-[max(13px,min(0.8125rem,3.9vw))] leading-tight font-bold [&_svg]:size-6'
export const barLabel = 'max-w-full truncate'
