import { lazyWithPreload } from '#app/lib/device/lazy-with-preload.tsx'

/** What Mission Control begins with, known before Mission Control is. */
export const Calendar = lazyWithPreload(async () => ({ default: (await import('#app/features/calendar/calendar.tsx')).Calendar }))
