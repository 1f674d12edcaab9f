import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Absence } from '../contract/absences.ts'
import { Day } from '../contract/days.ts'
import { MemberId } from '../contract/ids.ts'
import { QuestCompletion } from '../contract/completions.ts'
import { Quest } from '../contract/quests.ts'
import {
  calendarDefault,
  countDue,
  daysOfView,
  progressOn,
  questsForSomeday,
  questsOnDay,
  type CalendarBoard,
  type QuestOccurrence,
} from './occurrences.ts'
import { excuseOf } from './absences.ts'
import { plusDays } from './days.ts'
import { aColumn, aQuest, clockIn, uuid } from '#testing/builders.ts'

const [mia, leo, anna] = [1, 2, 3].map((number) => MemberId.parse(uuid(3, number))) as [MemberId, MemberId, MemberId]
const columns = ['Ideas', 'To Do', 'In Progress', 'Done'].map((title, position) => aColumn(position, { title }))
const column = (title: string) => columns.find((known) => known.title === title)?.id ?? uuid(2, 99)

let made = 0
const quest = (more: Record<string, unknown> = {}) =>
  aQuest({
    id: uuid(1, ++made),
    title: 'Feed the dog',
    gemValue: 20,
    assigneeIds: [mia],
    columnId: column('To Do'),
    createdAt: '2026-11-18T08:00:00+00:00',
    ...more,
  })
const did = (known: Quest, memberId: MemberId, completedDate: string) =>
  QuestCompletion.parse({ questId: known.id, memberId, completedDate })
const day = (text: string) => Day.parse(text)

const today = day('2026-11-21')
const inBerlin = clockIn('Europe/Berlin')
const board = (quests: Quest[], completions: QuestCompletion[] | undefined = []): CalendarBoard => ({
  quests,
  columns,
  completions,
})
const on = (when: string, of: CalendarBoard, members?: ReadonlySet<MemberId>) =>
  questsOnDay(of, { day: day(when), today, ...inBerlin }, members)
const daysWith = (of: CalendarBoard) => daysOfView(today, 7).filter((known) => on(known, of).length > 0)

describe('the days of a view', () => {
  afterEach(() => void vi.unstubAllEnvs())

  test('today alone; yesterday, today and tomorrow; three before and three after', () => {
    expect(daysOfView(today, 1)).toEqual(['2026-11-21'])
    expect(daysOfView(today, calendarDefault)).toEqual(['2026-11-20', '2026-11-21', '2026-11-22'])
    expect(daysOfView(today, 7)).toEqual([
      '2026-11-18',
      '2026-11-19',
      '2026-11-20',
      '2026-11-21',
      '2026-11-22',
      '2026-11-23',
      '2026-11-24',
    ])
  })

  test.each([
    ['2026-03-29', '2026-03-28', '2026-03-30', 'clocks go forward in Berlin'],
    ['2026-10-25', '2026-10-24', '2026-10-26', 'clocks go back in Berlin'],
    ['2026-03-08', '2026-03-07', '2026-03-09', 'clocks go forward in New York'],
    ['2026-11-01', '2026-10-31', '2026-11-02', 'clocks go back in New York'],
    ['2028-02-29', '2028-02-28', '2028-03-01', 'a leap day'],
    ['2026-12-31', '2026-12-30', '2027-01-01', 'the end of a year'],
  ])('around %s: %s and %s (%s)', (middle, before, after) => {
    expect(daysOfView(day(middle), 3)).toEqual([before, middle, after])
  })

  test.each(['UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Apia', 'Asia/Kolkata'])(
    'in %s days add up like numbers, and none is skipped or said twice',
    (zone) => {
      vi.stubEnv('TZ', zone)
      const days = fc
        .date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
        .map((date) => day(date.toISOString().slice(0, 10)))
      fc.assert(
        fc.property(days, fc.integer({ min: -800, max: 800 }), fc.integer({ min: -800, max: 800 }), (start, a, b) => {
          expect(plusDays(plusDays(start, a), b)).toBe(plusDays(start, a + b))
          expect(plusDays(start, 1) > start).toBe(true)
          expect(new Set(daysOfView(start, 7)).size).toBe(7)
        }),
        // Samoa skipped the last but one day of that year.
        { examples: [[day('2011-12-28'), 0, 0]] },
      )
    },
  )
})

describe('a quest in a column for someday', () => {
  const someday = columns.map((known) => ({ ...known, isSomeday: known.title === 'Ideas' || known.title === 'Done' }))
  const ofAll = (quests: Quest[], completions: QuestCompletion[] = []): CalendarBoard => ({
    quests,
    columns: someday,
    completions,
  })

  test('stands on no day, however often it recurs, and is listed apart', () => {
    const quests = (['once', 'daily', 'weekly'] as const).map((recurring) =>
      quest({ columnId: column('Ideas'), recurring }),
    )
    const home = ofAll([...quests, quest()])
    expect(daysWith(ofAll(quests))).toEqual([])
    expect(questsForSomeday(home)).toMatchObject(
      quests.map(({ id }) => ({ quest: { id }, status: 'idea', doneBy: [], left: [mia] })),
    )
    expect(on(today, home)).toHaveLength(1)
  })

  test('leaves the days behind it on which somebody did it', () => {
    const teeth = quest({ columnId: column('Ideas'), recurring: 'daily' })
    expect(daysWith(ofAll([teeth], [did(teeth, mia, '2026-11-19'), did(teeth, mia, today)]))).toEqual(['2026-11-19'])
  })

  test('is listed for those it is assigned to', () => {
    const home = ofAll([
      quest({ columnId: column('Ideas'), assigneeIds: [mia, leo] }),
      quest({ columnId: column('Ideas'), assigneeIds: [anna] }),
    ])
    expect(questsForSomeday(home, new Set([leo]))).toMatchObject([{ left: [leo] }])
  })

  test('is done where that column is the last one', () => {
    const home = ofAll([quest({ columnId: column('Done'), createdAt: '2026-11-21T08:00:00+00:00' })])
    expect(on(today, home)).toMatchObject([{ status: 'done' }])
    expect(questsForSomeday(home)).toEqual([])
  })
})

describe('a quest whose days were changed', () => {
  test('shows on earlier days what was done, not what was not, and from then on both', () => {
    const more = { recurring: 'daily', scheduledAt: '2026-11-20T08:00:00Z', assigneeIds: [mia, leo] }
    const teeth = quest(more)
    const home = board([teeth], [did(teeth, mia, '2026-11-19')])
    expect(on('2026-11-18', home)).toEqual([])
    expect(on('2026-11-19', home)).toMatchObject([{ status: 'partly', doneBy: [mia], left: [leo] }])
    expect(on('2026-11-19', home, new Set([leo]))).toEqual([])
    expect(on('2026-11-20', home)).toMatchObject([{ status: 'missed' }])
    // On a day on which it is not due any more.
    const weekly = quest({ ...more, recurring: 'weekly', weekdays: [5], assigneeIds: [mia] })
    expect(on('2026-11-19', board([weekly], [did(weekly, mia, '2026-11-19')]))).toMatchObject([{ status: 'done' }])
    const once = quest({ ...more, recurring: 'once' })
    const done = board([once], [did(once, mia, '2026-11-19')])
    expect(on('2026-11-19', done)).toMatchObject([{ status: 'done', left: [] }])
    expect(on(today, done)).toMatchObject([{ status: 'todo' }])
  })

  test('stays on the day on which it was finished by hand', () => {
    const once = quest({
      finishedAt: '2026-11-19T08:00:00Z',
      columnId: column('Done'),
      scheduledAt: '2026-11-20T08:00:00Z',
    })
    expect(daysWith(board([once]))).toEqual(['2026-11-19'])
  })
})

describe('a quest that somebody need not do', () => {
  const absent = (more: object) =>
    Absence.parse({
      ...{ id: uuid(8, 1), memberId: null, questId: null, startsOn: today, endsOn: today, reason: null, version: 1 },
      ...more,
    })
  const shown = (of: CalendarBoard, absences: Absence[], when: string = today, members?: ReadonlySet<MemberId>) =>
    on(when, { ...of, absences }, members).map(({ status, doneBy, left }) => [status, doneBy, left])

  test('is not there while they are away, and the others have theirs', () => {
    const both = quest({ recurring: 'daily', assigneeIds: [mia, leo] })
    const home = board([both, quest()])
    expect(shown(home, [absent({})])).toEqual([])
    expect(shown(home, [absent({ memberId: mia })])).toEqual([['todo', [], [leo]]])
    expect(shown(home, [absent({ memberId: mia })], '2026-11-22')).toEqual([['upcoming', [], [mia, leo]]])
    // Nothing was missed, what they did counts, and with the rest away it is done.
    expect(shown(home, [absent({ startsOn: '2026-11-18' })], '2026-11-20')).toEqual([])
    const done = board([both], [did(both, mia, today)])
    expect(shown(done, [absent({})])).toEqual([['done', [mia], []]])
    expect(shown(done, [absent({ memberId: mia })])).toEqual([['partly', [mia], [leo]]])
  })

  test('is skipped, for all or for one, with all days that count for its due day', () => {
    const both = quest({ recurring: 'daily', assigneeIds: [mia, leo] })
    const skip = absent({ questId: both.id })
    const home = board([both, quest({ recurring: 'daily' })])
    expect(shown(home, [skip])).toEqual([
      ['skipped', [], []],
      ['todo', [], [mia]],
    ])
    expect(shown(home, [absent({ questId: both.id, memberId: mia })])[0]).toEqual(['todo', [], [leo]])
    // Its day was a Wednesday.
    const weekly = quest({ recurring: 'weekly' })
    const ofWednesday = absent({ questId: weekly.id, startsOn: '2026-11-18', endsOn: '2026-11-18' })
    const excused = (when: string) => excuseOf(weekly, [ofWednesday], mia, { day: day(when), ...inBerlin })
    expect(['2026-11-17', '2026-11-21', '2026-11-22'].map(excused)).toEqual(['skipped', 'skipped', undefined])
    expect(shown(board([weekly]), [ofWednesday], '2026-11-18')).toEqual([['skipped', [], []]])
  })

  test('is counted where it would be due for them', () => {
    const quests = [
      quest({ recurring: 'daily', assigneeIds: [mia, leo] }),
      quest({ recurring: 'weekly', weekdays: [1], assigneeIds: [leo] }),
      quest(),
      quest({ dueOn: '2026-12-24' }),
      quest({ columnId: column('Done') }),
    ]
    const count = (startsOn: string, endsOn: string, of?: MemberId) =>
      countDue(
        { quests, columns },
        { startsOn: day(startsOn), endsOn: day(endsOn) },
        { today, ...inBerlin },
        of && new Set([of]),
      )
    expect([count('2026-11-21', '2026-11-22'), count('2026-11-21', '2026-11-27')]).toEqual([2, 3])
    expect([count('2026-11-21', '2026-12-31', mia), count('2026-11-22', '2026-11-22', leo)]).toEqual([3, 1])
  })
})

describe('a once-quest', () => {
  test.each([
    ['Ideas', 'idea'],
    ['To Do', 'todo'],
    ['In Progress', 'inprogress'],
  ])('in %s stands on today alone, however old it is', (title, status) => {
    const home = board([quest({ columnId: column(title) })])
    expect(daysWith(home)).toEqual([today])
    expect(on(today, home)).toMatchObject([{ status, doneBy: [], left: [mia] }])
  })

  test('that is done stands on the day it was done on', () => {
    const dishes = quest({ columnId: column('Done') })
    const home = board([dishes], [did(dishes, mia, '2026-11-20')])
    expect(daysWith(home)).toEqual(['2026-11-20'])
    expect(on('2026-11-20', home)).toMatchObject([{ status: 'done', doneBy: [mia], left: [] }])
  })

  test('that was done twice stands on the later day', () => {
    const dishes = quest({ columnId: column('Done') })
    const home = board([dishes], [did(dishes, mia, '2026-11-21'), did(dishes, leo, '2026-11-19')])
    expect(daysWith(home)).toEqual([today])
    expect(on(today, home)).toMatchObject([{ doneBy: [mia] }])
  })

  test('that was only moved to the last column stands on the day of that; of which that is not known, on the day it was made on', () => {
    const moved = board([quest({ columnId: column('Done'), finishedAt: '2026-11-19T22:59:00Z' })])
    expect(daysWith(moved)).toEqual(['2026-11-19'])
    expect(on('2026-11-19', moved)).toMatchObject([{ status: 'done', doneBy: [], left: [] }])
    expect(daysWith(board([quest({ columnId: column('Done') })]))).toEqual(['2026-11-18'])
  })

  test('that was finished stays done whatever becomes of the column it stands in', () => {
    const dishes = quest({ columnId: column('Done'), finishedAt: '2026-11-21T08:00:00Z', finishedBy: mia })
    const behind = {
      ...board([dishes], [did(dishes, mia, today)]),
      columns: [...columns, aColumn(4, { title: 'Garden' })],
    }
    expect(on(today, behind)).toMatchObject([{ status: 'done', doneBy: [mia] }])
    const someday = {
      ...behind,
      columns: behind.columns.map((known) => ({ ...known, isSomeday: known.id === column('Done') })),
    }
    expect(on(today, someday)).toMatchObject([{ status: 'done', doneBy: [mia] }])
    expect(questsForSomeday(someday)).toEqual([])
  })

  test('that was done and taken up again is on today, whatever was noted before', () => {
    const dishes = quest({ columnId: column('To Do') })
    expect(daysWith(board([dishes], [did(dishes, mia, '2026-11-19')]))).toEqual([today])
  })

  test('is done when whoever did it, not when each assignee did', () => {
    const dishes = quest({ columnId: column('Done'), assigneeIds: [mia, leo] })
    expect(on(today, board([dishes], [did(dishes, anna, today)]))).toMatchObject([
      { status: 'done', doneBy: [anna], left: [] },
    ])
  })

  test('in a column that is not there stands nowhere', () => {
    expect(daysWith(board([quest({ columnId: uuid(2, 99) })]))).toEqual([])
  })
})

describe('a recurring quest', () => {
  test.each([
    ['Europe/Berlin', '2026-03-28T23:30:00Z', '2026-03-29'],
    ['Europe/Berlin', '2026-10-25T22:30:00Z', '2026-10-25'],
    ['America/New_York', '2026-03-08T04:59:59Z', '2026-03-07'],
    ['America/New_York', '2026-11-01T04:00:00Z', '2026-11-01'],
    ['Pacific/Apia', '2026-11-20T11:00:00Z', '2026-11-21'],
    ['Asia/Kolkata', '2026-11-20T18:29:59Z', '2026-11-20'],
    ['Asia/Kolkata', '2026-11-20T18:30:00Z', '2026-11-21'],
  ])(
    'in %s a quest made at %s begins on %s, and comes every seven days over any change of the clocks',
    (zone, createdAt, first) => {
      const home = board([quest({ recurring: 'weekly', createdAt })])
      const weeks = Array.from({ length: 60 }, (_, index) => plusDays(day(first), index - 10))
      const clock = { today, ...clockIn(zone) }
      const found = weeks.filter((known) => questsOnDay(home, { ...clock, day: known }).length > 0)
      expect(found).toEqual([0, 7, 14, 21, 28, 35, 42, 49].map((count) => plusDays(day(first), count)))
    },
  )

  test('is to do today, missed before, upcoming after', () => {
    const home = board([quest({ recurring: 'daily' })])
    expect(daysOfView(today, 3).map((known) => on(known, home)[0]?.status)).toEqual(['missed', 'todo', 'upcoming'])
  })

  test('is done for a day when each assignee did it on that very day; where the card lies on the board says nothing', () => {
    const teeth = quest({ recurring: 'daily', assigneeIds: [mia, leo], columnId: column('Done') })
    const one = board([teeth], [did(teeth, leo, today)])
    expect(on(today, one)).toMatchObject([{ status: 'partly', doneBy: [leo], left: [mia] }])
    expect(on('2026-11-20', one)).toMatchObject([{ status: 'missed', doneBy: [], left: [mia, leo] }])
    const both = board([teeth], [did(teeth, leo, today), did(teeth, mia, today)])
    expect(on(today, both)).toMatchObject([{ status: 'done', doneBy: [mia, leo], left: [] }])
    expect(on('2026-11-22', both)).toMatchObject([{ status: 'upcoming' }])
  })

  test('a weekly one is done for the three days before and after its day, and each day counts for one due day', () => {
    const plants = quest({ recurring: 'weekly', createdAt: '2026-11-06T08:00:00+00:00', assigneeIds: [mia, leo] })
    const friday = (completedDate: string) => on('2026-11-20', board([plants], [did(plants, mia, completedDate)]))[0]
    for (const count of [-3, -2, -1, 0, 1, 2, 3])
      expect(friday(plusDays(day('2026-11-20'), count))).toMatchObject({ status: 'partly', doneBy: [mia], left: [leo] })
    for (const count of [-4, 4])
      expect(friday(plusDays(day('2026-11-20'), count))).toMatchObject({
        status: 'missed',
        doneBy: [],
        completions: [],
      })
    // Its days in other weeks do not count it.
    const tuesday = did(plants, mia, '2026-11-17')
    expect(on('2026-11-13', board([plants], [tuesday]))).toMatchObject([{ status: 'missed' }])
    expect(on('2026-11-20', board([plants], [tuesday]))).toMatchObject([{ completions: [tuesday] }])
  })

  test('how it stands is known on days on which it is not due, too', () => {
    const plants = quest({ recurring: 'weekly', createdAt: '2026-11-06T08:00:00+00:00', assigneeIds: [mia, leo] })
    const tuesday = did(plants, mia, '2026-11-17')
    const known = (when: string, of?: ReadonlySet<MemberId>) =>
      progressOn(plants, [tuesday], { day: day(when), ...inBerlin }, of)
    expect(known('2026-11-17')).toEqual({ doneBy: [mia], left: [leo], completions: [tuesday] })
    expect(known('2026-11-23', new Set([mia]))).toEqual({ doneBy: [mia], left: [], completions: [tuesday] })
    expect(known('2026-11-23', new Set([leo]))).toEqual({ doneBy: [], left: [leo], completions: [] })
    expect(known('2026-11-24')).toEqual({ doneBy: [], left: [mia, leo], completions: [] })
  })

  test('of some times a week is on today, on the days on which it was done, and on those for which it can be done', () => {
    const read = quest({
      recurring: 'weekly',
      timesPerWeek: 2,
      assigneeIds: [mia, leo],
      createdAt: '2026-11-02T08:00:00Z',
    })
    const done = [did(read, mia, '2026-11-16'), did(read, mia, '2026-11-19'), did(read, leo, '2026-11-20')]
    const home = board([read], done)
    expect(daysOfView(today, 7).map((known) => on(known, home).map(({ status }) => status))).toEqual([
      [],
      ['partly'],
      ['done'],
      ['todo'],
      ...[[], [], []],
    ])
    expect(on('2026-11-16', home)).toMatchObject([{ status: 'done', doneBy: [mia], left: [] }])
    expect(on(today, home)).toMatchObject([{ doneBy: [], left: [leo], enough: [mia] }])
    expect(on(today, home, new Set([mia]))).toMatchObject([{ status: 'done', left: [] }])
    const isSunday = { day: today, today, ...clockIn('Europe/Berlin', 7) }
    expect(questsOnDay(board([read], [did(read, mia, '2026-11-15'), ...done]), isSunday)).toMatchObject([
      { left: [leo] },
    ])
    expect(questsOnDay(board([read], [did(read, mia, '2026-11-14')]), isSunday)).toMatchObject([{ left: [mia, leo] }])
  })

  test('helped by somebody it is not assigned to is not yet done by those it is', () => {
    const teeth = quest({ recurring: 'daily' })
    expect(on(today, board([teeth], [did(teeth, anna, today)]))).toMatchObject([
      { status: 'partly', doneBy: [anna], left: [mia] },
    ])
  })

  test('of which nobody knows yet who did it is neither missed nor to do', () => {
    const home = board([quest({ recurring: 'daily' }), quest()], undefined)
    expect(
      questsOnDay({ ...home, completions: undefined }, { day: today, today, ...inBerlin }).map(({ status }) => status),
    ).toEqual(['unknown', 'todo'])
  })
})

test('for the members that are asked about, a day has what is assigned to them, as far as it is theirs', () => {
  const teeth = quest({ recurring: 'daily', assigneeIds: [mia, leo] })
  const books = quest({ assigneeIds: [leo] })
  const home = board([teeth, books], [did(teeth, mia, today)])
  expect(on(today, home, new Set([mia]))).toMatchObject([{ quest: teeth, status: 'done', doneBy: [mia], left: [] }])
  expect(on(today, home, new Set([leo]))).toMatchObject([
    { quest: teeth, status: 'todo', doneBy: [], left: [leo] },
    { quest: books, status: 'todo' },
  ])
  expect(on(today, home, new Set([mia, leo]))).toEqual(on(today, home))
  expect(on(today, home, new Set([anna]))).toEqual([])
})

test('the order of a day is by target time, what has none last, then by age', () => {
  const late = quest({ targetTime: '19:15' })
  const early = quest({ targetTime: '07:30' })
  const old = quest({ createdAt: '2026-11-01T00:00:00+00:00' })
  // The same moment in two formats: the id decides.
  const [first, second] = [
    quest({ createdAt: '2026-11-18T09:00:00+01:00' }),
    quest({ createdAt: '2026-11-18T08:00:00Z' }),
  ]
  expect(on(today, board([second, late, first, old, early])).map((occurrence) => occurrence.quest)).toEqual([
    early,
    late,
    old,
    first,
    second,
  ])
})

describe('whatever a family does', () => {
  const zones = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Pacific/Apia', 'Asia/Kolkata')
  const moments = fc
    .date({ min: new Date('2026-11-10T00:00:00Z'), max: new Date('2026-11-21T11:59:59Z'), noInvalidDate: true })
    .map((date) => date.toISOString())
  const quests = fc.array(
    fc.record({
      createdAt: moments,
      recurring: fc.constantFrom('once', 'daily', 'weekly'),
      columnId: fc.constantFrom(...columns.map(({ id }) => id)),
      targetTime: fc.constantFrom(null, '07:30', '07:45', '19:00'),
      assigneeIds: fc.subarray([mia, leo, anna], { minLength: 1 }),
    }),
    { maxLength: 6 },
  )
  const homes = quests
    .map((fields) => fields.map((more) => quest(more)))
    .chain((list) =>
      fc.record({
        quests: fc.constant(list),
        completions: fc.subarray(
          list.flatMap((known) =>
            [mia, leo].flatMap((who) => ['2026-11-19', '2026-11-21'].map((when) => did(known, who, when))),
          ),
        ),
      }),
    )
  const window = Array.from({ length: 30 }, (_, index) => plusDays(today, index - 15))
  const ids = (occurrences: QuestOccurrence[]) => occurrences.map((occurrence) => occurrence.quest.id)

  test('a once-quest stands on exactly one day, a daily one on all since it was made, a weekly one on every seventh', () => {
    fc.assert(
      fc.property(homes, zones, (home, zone) => {
        const clock = { today, ...clockIn(zone) }
        const found = window.map((known) => ids(questsOnDay({ ...home, columns }, { ...clock, day: known })))
        for (const known of home.quests) {
          const days = window.filter((_, index) => found[index]?.includes(known.id))
          const since = window.filter((candidate) => candidate >= clock.dayOf(known.createdAt))
          if (known.recurring === 'once') expect(days).toHaveLength(1)
          if (known.recurring === 'daily') expect(days).toEqual(since)
          if (known.recurring === 'weekly') expect(days).toEqual(since.filter((_, index) => index % 7 === 0))
        }
      }),
    )
  })

  test('the order in which quests and completions arrive changes nothing, and nobody is both done and left', () => {
    fc.assert(
      fc.property(homes, zones, (home, zone) => {
        const clock = { day: today, today, ...clockIn(zone) }
        const turned = {
          quests: home.quests.toReversed(),
          completions: home.completions.toReversed(),
          columns: columns.toReversed(),
        }
        const occurrences = questsOnDay({ ...home, columns }, clock)
        expect(questsOnDay(turned, clock)).toEqual(occurrences)
        for (const { doneBy, left, status } of occurrences) {
          expect(doneBy.filter((id) => left.includes(id))).toEqual([])
          expect(status === 'done').toBe(left.length === 0)
        }
      }),
    )
  })
})
