import type { MemberId } from '../contract/ids.ts'
import type { Redemption } from '../contract/redemptions.ts'

/** What a member asked for and no parent has answered, oldest first. */
export function waitingWishes(redemptions: readonly Redemption[], member: MemberId): Redemption[] {
  return redemptions.filter(({ memberId, status }) => memberId === member && status === 'reserved').toSorted(oldestFirst)
}

/** Of the wishes in `known`, which a device has shown as waiting: those of a member that a parent has answered since, oldest first. */
export function answeredWishes(redemptions: readonly Redemption[], member: MemberId, known: ReadonlySet<string>): Redemption[] {
  return redemptions
    .filter(({ id, memberId, status, putBack }) => memberId === member && known.has(id) && status !== 'reserved' && putBack !== true)
    .toSorted(oldestFirst)
}

/** What `known` is by now: with those of a member that wait, and without those that were put back or are gone. */
export function knownWishes(redemptions: readonly Redemption[], member: MemberId, known: ReadonlySet<string>): ReadonlySet<string> {
  const kept = redemptions.filter((redemption) => redemption.putBack !== true && known.has(redemption.id))
  const next = new Set([...kept, ...waitingWishes(redemptions, member)].map(({ id }) => String(id)))
  return next.size === known.size && [...next].every((id) => known.has(id)) ? known : next
}

const oldestFirst = (a: Redemption, b: Redemption) => (a.createdAt < b.createdAt ? -1 : 1)
