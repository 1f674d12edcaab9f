import { afterEach, expect, test, vi } from 'vitest'
import { strFromU8, unzipSync } from 'fflate'
import { FamilyExport } from '#domain/contract/privacy.ts'
import { archiveName, archiveOf } from './archive.ts'
import { fileName, picturesOf } from './archive-pictures.ts'
import { tablesOf } from './archive-tables.ts'

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const moment = '2026-11-22T10:00:00+00:00'
const member = (
  number: number,
  displayName: string,
  avatarSeed = 'mia',
  userProfileImageUrl: string | null = null,
) => ({
  ...{
    id: id(number),
    displayName,
    avatarSeed,
    userProfileImageUrl,
    role: 'kid',
    hasPin: false,
    version: 1,
    createdAt: moment,
    hasLogin: false,
  },
})

const kept = FamilyExport.parse({
  exportedAt: moment,
  family: {
    id: id(1),
    name: 'Berg & Söhne / Family',
    rewardMode: 'ask',
    practiceGems: 0,
    timeZone: 'Europe/Berlin',
    weekStartsOn: 1,
    revision: 9,
    createdAt: moment,
  },
  members: [
    { ...member(2, 'Mia', '/objects/f/mia.webp'), cannotRead: true },
    member(3, 'mia', 'seed', '/objects/f/other.png'),
    member(4, 'Leo'),
  ],
  columns: [{ id: id(5), title: 'To Do', emoji: '📋', position: 0, isSomeday: false, version: 1 }],
  quests: [
    {
      ...{
        id: id(6),
        title: '=Dishes',
        description: 'Plates, pans',
        icon: '🍽️',
        gemValue: 20,
        assigneeIds: [id(2), id(4)],
        columnId: id(5),
      },
      ...{
        recurring: 'weekly',
        targetTime: null,
        weekdays: [1, 4],
        timesPerWeek: null,
        dueOn: null,
        startsOn: '2026-11-23',
        endsOn: null,
      },
      createdAt: moment,
      ...{ finishedAt: moment, finishedBy: id(4), version: 1, homeColumnId: id(5) },
    },
  ],
  completions: [{ questId: id(6), completedDate: '2026-11-22', memberId: id(2), gems: 20, createdAt: moment }],
  absences: [
    {
      ...{ id: id(20), memberId: id(2), questId: id(6), reason: '🤒' },
      ...{ startsOn: '2026-11-23', endsOn: '2026-11-24', version: 1 },
    },
  ],
  gemEntries: [
    {
      id: id(7),
      memberId: id(2),
      amount: -40,
      reason: 'redemption',
      title: 'Ice cream',
      icon: '🍦',
      createdAt: moment,
    },
  ],
  gemDebts: [{ memberId: id(2), amount: 15, title: 'Ice cream', icon: '🍦' }],
  rewards: [{ id: id(8), title: 'Ice cream', icon: '🍦', gemCost: 40, isActive: 1, version: 1 }],
  redemptions: [
    {
      ...{
        id: id(9),
        rewardId: null,
        memberId: id(4),
        title: 'Ice cream',
        icon: '🍦',
        gemCost: 40,
        status: 'granted',
        unseen: true,
        createdAt: moment,
      },
      ...{ decidedAt: moment, version: 2 },
    },
  ],
  practice: [
    {
      game: 'word-pop',
      item: 'dog',
      box: 2,
      dueOn: '2026-11-23',
      lately: ['right', 'wrong'],
      memberId: id(2),
      practisedAt: moment,
    },
  ],
  devices: [
    {
      ...{ id: id(10), isPaired: true, use: 'children', memberIds: [id(2)], isThis: false, name: 'Kitchen' },
      ...{ model: 'ipad', activeMemberId: id(2), accountMemberId: null, letInBy: id(1), lastSeenAt: moment },
    },
  ],
})

afterEach(() => vi.unstubAllGlobals())

test('each field of each list is in its table', () => {
  const tables = tablesOf(kept)
  const lists = {
    ...{
      'members.csv': kept.members,
      'columns.csv': kept.columns,
      'quests.csv': kept.quests,
      'completions.csv': kept.completions,
    },
    ...{
      'absences.csv': kept.absences,
      'gem-entries.csv': kept.gemEntries,
      'gem-debts.csv': kept.gemDebts,
      'rewards.csv': kept.rewards,
      'redemptions.csv': kept.redemptions,
      'practice.csv': kept.practice,
      'devices.csv': kept.devices,
    },
  }
  expect(Object.keys(tables)).toEqual(Object.keys(lists))
  for (const [name, list] of Object.entries(lists)) {
    const header = tables[name]?.slice(1).split('\r\n')[0]?.split(',')
    // Tables have further columns, with names beside the ids.
    expect(header, name).toEqual(expect.arrayContaining(Object.keys(list[0] ?? {})))
  }
  expect(tables['quests.csv']).toContain(
    `\r\n'=Dishes,"Plates, pans",🍽️,20,Mia; Leo,To Do,weekly,,1 4,,,2026-11-23,,,${moment},`,
  )
  expect(tables['completions.csv']).toContain("2026-11-22,Mia,'=Dishes,20,")
  expect(tables['gem-entries.csv']).toContain(`${moment},Mia,-40,redemption,Ice cream,`)
})

test("a picture has its member's name, and two of the same name get different ones", () => {
  expect(picturesOf(kept)).toEqual([
    { path: '/objects/f/mia.webp', name: 'Mia' },
    { path: '/objects/f/other.png', name: 'mia (2)' },
  ])
  expect(fileName('../..\\Mia: "A/B"?', 'member')).toBe('Mia A B')
  expect(fileName('..', 'member')).toBe('member')
  expect(fileName('李 Zoë 👧', 'member')).toBe('李 Zoë 👧')
})

test("the archive's name has the family and the day", () => {
  expect(archiveName(kept, '2026-11-22')).toBe('bubblequest-berg-söhne-family-2026-11-22.zip')
  expect(archiveName({ ...kept, family: { ...kept.family, name: '👨‍👩‍👧' } }, '2026-11-22')).toBe(
    'bubblequest-family-2026-11-22.zip',
  )
})

test('the archive contains the reply, the tables and the unchanged pictures, and reports its progress', async () => {
  const bytes = { '/objects/f/mia.webp': new Uint8Array([1, 2, 3]), '/objects/f/other.png': new Uint8Array([4]) }
  vi.stubGlobal(
    'fetch',
    async (path: keyof typeof bytes) =>
      new Response(bytes[path], { headers: { 'content-type': path.endsWith('webp') ? 'image/webp' : 'image/png' } }),
  )
  const said: string[] = []
  const files = unzipSync(await archiveOf(kept, (words) => said.push(words)))
  expect(JSON.parse(strFromU8(files['family.json'] ?? new Uint8Array()))).toEqual(kept)
  expect(Object.keys(files).toSorted()).toEqual(
    ['family.json', ...Object.keys(tablesOf(kept)), 'pictures/Mia.webp', 'pictures/mia (2).png'].toSorted(),
  )
  expect(files['pictures/Mia.webp']).toEqual(bytes['/objects/f/mia.webp'])
  expect(said).toEqual(['Fetching picture 1 of 2...', 'Fetching picture 2 of 2...', 'Packing...'])
})

test('an archive fails without one of its pictures', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }))
  await expect(archiveOf(kept, () => {})).rejects.toThrow('/objects/f/mia.webp answered 404')
})
