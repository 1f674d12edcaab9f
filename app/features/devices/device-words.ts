import type { FamilyDevice } from '#domain/contract/devices.ts'
import type { MemberId } from '#domain/contract/ids.ts'
import type { FamilyMember } from '#domain/contract/members.ts'
import { formatDay } from '#app/texts/dates.ts'
import { listed } from '#app/texts/isolated.ts'
import { locale } from '#app/texts/page-language.ts'
import { common } from '#texts/common'
import { devices } from '#texts/devices'

/** The name that a parent gave the device, or its model. */
export const deviceName = ({ name, model }: Pick<FamilyDevice, 'name' | 'model'>): string =>
  name ?? devices.models[model]

const nameOf = (members: readonly FamilyMember[], id: MemberId | null) =>
  members.find((member) => member.id === id)?.displayName ?? common.somebody

/** The members of a device for children, as one text. */
export const childrenOf = ({ memberIds }: Pick<FamilyDevice, 'memberIds'>, members: readonly FamilyMember[]): string =>
  listed(memberIds.map((id) => nameOf(members, id)))

export type UsedDevice = Pick<FamilyDevice, 'isPaired' | 'use' | 'memberIds' | 'accountMemberId' | 'activeMemberId'>

/** Says whose a device is, and as whom it acts. */
export function usedBy(device: UsedDevice, members: readonly FamilyMember[]): string {
  const { isPaired, use, memberIds, accountMemberId, activeMemberId } = device
  if (!isPaired) {
    const account = nameOf(members, accountMemberId)
    return accountMemberId === activeMemberId || activeMemberId === null
      ? devices.accountOf(account)
      : devices.accountActsAs(account, nameOf(members, activeMemberId))
  }
  if (use === null) return devices.nobodyYet
  if (use === 'wall') return devices.isWall
  return memberIds.length === 1 ? devices.isOf(childrenOf(device, members)) : devices.isFor(childrenOf(device, members))
}

/** Whether a paired device ends with the account of that parent: an older one ends with each. */
export const isLetInBy = ({ isPaired, letInBy }: Pick<FamilyDevice, 'isPaired' | 'letInBy'>, parent: MemberId) =>
  isPaired && (letInBy === null || letInBy === parent)

const minuteMs = 60_000

/** Says when the device was last seen: in minutes or hours of the last day, else as a day. */
export function lastSeen(moment: string, now: number): string {
  const minutes = Math.round((now - Date.parse(moment)) / minuteMs)
  // A device tells that it is here when it begins to listen, at most once a minute.
  if (minutes < 2) return devices.seenNow
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'always' })
  if (minutes < 60) return devices.seen(relative.format(-minutes, 'minute'))
  const hours = Math.round(minutes / 60)
  return devices.seen(hours < 24 ? relative.format(-hours, 'hour') : formatDay(moment, 'dayWithYear'))
}
