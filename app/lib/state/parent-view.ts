import type { Location } from 'react-router-dom'

/** The views of Mission Control. */
export type ParentView = 'calendar' | 'kanban'

/** Returns the view of an entry of the history: that of its hash, else of its state; the calendar is the first. */
export function viewOf({ hash, state }: Pick<Location, 'hash' | 'state'>): ParentView {
  if (hash === boardHash) return 'kanban'
  return (state as { view?: ParentView } | null)?.view ?? 'calendar'
}

/** The hash of the board's address on a phone; wide screens have one address for both views. */
export const boardHash = '#board'
