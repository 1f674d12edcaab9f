import { lazyWithPreload } from '#app/lib/device/lazy-with-preload.tsx'

/** The first view of Mission Control, in a file of its own, so that it preloads before Mission Control has loaded. */
export const LazyCalendar = lazyWithPreload(async () => ({
  default: (await import('#app/features/calendar/calendar.tsx')).Calendar,
}))
