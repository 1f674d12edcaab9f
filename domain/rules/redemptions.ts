import type { MemberId } from '../contract/ids.ts'
import type { Redemption } from '../contract/redemptions.ts'

/** Returns a member's redemptions that wait for a parent, oldest first. */
export function pendingRedemptions(redemptions: readonly Redemption[], member: MemberId): Redemption[] {
  return redemptions
    .filter(({ memberId, status }) => memberId === member && status === 'reserved')
    .toSorted(oldestFirst)
}

/**
 * Returns a member's redemptions that a parent has decided since the device showed them as waiting (`known`), oldest
 * first.
 */
export function decidedRedemptions(
  redemptions: readonly Redemption[],
  member: MemberId,
  known: ReadonlySet<string>,
): Redemption[] {
  return redemptions
    .filter(
      ({ id, memberId, status, putBack }) =>
        memberId === member && known.has(id) && status !== 'reserved' && putBack !== true,
    )
    .toSorted(oldestFirst)
}

/** Updates the ids a device has shown as waiting: adds the member's pending ones, removes those put back or deleted. */
export function knownRedemptionIds(
  redemptions: readonly Redemption[],
  member: MemberId,
  known: ReadonlySet<string>,
): ReadonlySet<string> {
  const kept = redemptions.filter((redemption) => redemption.putBack !== true && known.has(redemption.id))
  const next = new Set([...kept, ...pendingRedemptions(redemptions, member)].map(({ id }) => String(id)))
  return next.size === known.size && [...next].every((id) => known.has(id)) ? known : next
}

const oldestFirst = (a: Redemption, b: Redemption) => (a.createdAt < b.createdAt ? -1 : 1)
