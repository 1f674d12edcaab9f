import { Day } from '../domain/contract/days.ts'
import { Family, type WeekStart } from '../domain/contract/families.ts'
import type { ReadFamily } from '../domain/contract/family-state.ts'
import { FamilyMember } from '../domain/contract/members.ts'
import { QuestColumn } from '../domain/contract/columns.ts'
import { Quest } from '../domain/contract/quests.ts'

/** Returns different ids of quests (kind 1), columns (2) and members (3). */
export const uuid = (kind: number, number: number) =>
  `0000000${kind}-0000-4000-8000-${String(number).padStart(12, '0')}`

/** Returns quest 1 for member 1 in column 1, with the fields of `more`. */
export const aQuest = (more: Record<string, unknown> = {}): Quest =>
  Quest.parse({
    id: uuid(1, 1),
    title: 'Dishes',
    description: '',
    icon: '🧹',
    gemValue: 5,
    assigneeIds: [uuid(3, 1)],
    columnId: uuid(2, 1),
    recurring: 'once',
    targetTime: null,
    createdAt: '2026-11-21T07:00:00Z',
    finishedAt: null,
    finishedBy: null,
    version: 1,
    ...more,
  })

/** Returns the column of that number. */
export const aColumn = (number: number, more: Record<string, unknown> = {}): QuestColumn =>
  QuestColumn.parse({
    id: uuid(2, number),
    title: `Column ${number}`,
    emoji: '📋',
    position: number,
    isSomeday: false,
    version: 1,
    ...more,
  })

/** Returns the day of a moment in a time zone, by the platform's own data. */
/** A family's clock, whose week begins on Mondays. */
export const clockIn = (timeZone: string, weekStartsOn: WeekStart = 1) => ({ dayOf: dayIn(timeZone), weekStartsOn })

export function dayIn(timeZone: string): (moment: string) => Day {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return (moment) => Day.parse(format.format(new Date(moment)))
}

/** Returns the kid of that number and name. */
export const aMember = (number: number, displayName: string): FamilyMember =>
  FamilyMember.parse({
    id: uuid(3, number),
    displayName,
    avatarSeed: displayName,
    role: 'kid',
    userProfileImageUrl: null,
    hasPin: false,
    version: 1,
  })

/** A read of a whole family at `revision`, as nobody; empty but for `more`. */
export const aRead = (revision: number, more: Partial<ReadFamily> = {}): ReadFamily => ({
  ...{
    revision,
    seat: '0'.repeat(32),
    columns: [],
    members: [],
    quests: [],
    completions: [],
    rewards: [],
    absences: [],
    redemptions: [],
  },
  family: Family.parse({
    ...{ id: uuid(7, 1), name: 'Bergs', rewardMode: 'spend' },
    practiceGems: 0,
    timeZone: 'UTC',
    weekStartsOn: 1,
    revision,
  }),
  membership: { id: null, role: 'kid', activeMemberId: null },
  days: { startDate: Day.parse('2026-11-12'), endDate: Day.parse('2026-11-27') },
  balances: {},
  ...more,
})

/** The day on UTC's calendar, so many days from now. */
export const dayFromNow = (days = 0): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
