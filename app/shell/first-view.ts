import { early } from '#app/lib/early.ts'

/** What Mission Control begins with, known before Mission Control is. */
export const Calendar = early(async () => ({ default: (await import('#app/features/calendar/calendar.tsx')).Calendar }))
