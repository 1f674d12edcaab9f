import { describe, expect, test } from 'vitest'
import { uuid } from '#testing/builders.ts'
import { goodCalls } from '#testing/good-calls.ts'
import type { Subject } from '#testing/good-calls.ts'
import { codedErrorOf, replyOf } from './errors.ts'
import { routes } from './routes.ts'
import type { Route, RouteName } from './routes.ts'

const id = uuid(1, 1)
const subject: Subject = {
  ...{
    familyId: id,
    miaId: id,
    questId: id,
    columnId: id,
    columnIds: [id],
    rewardId: id,
    redemptionId: id,
    absenceId: id,
  },
  ...{ deviceId: id, email: 'anna@family.example', picture: '/objects/a/b', linkToken: 'token' },
  ...{ pairingCode: 'BCDFGHJK', today: '2026-01-31' },
}

/** Returns the server's sentence about a body, undefined when it is valid. */
function sentenceAbout(name: RouteName, sent: unknown): string | undefined {
  const { body, bodyOf }: Route = routes[name]
  const schema = (typeof sent === 'object' && sent !== null ? bodyOf?.(sent) : undefined) ?? body
  const issue = schema?.safeParse(sent).error?.issues[0]
  return issue && replyOf(...codedErrorOf(issue)).message
}

/** Returns a good body with these fields in it; an undefined one is missing. */
const bodyWith = (name: RouteName, fields: object): object =>
  JSON.parse(JSON.stringify({ ...goodCalls[name]?.body?.(subject), ...fields }))

const [blank, long] = [' \t ', 'x'.repeat(121)]
const chosen = { id: '00000000-0000-0000-0000-000000000000' }
const nothing = 'Nothing to change was sent'
const required = 'Password is required'
const longPassword = 'At most 72 characters; letters like ü or é and emoji count as 2 to 4'
const manyDevices = { keepDeviceIds: Array.from({ length: 51 }, () => id) }
const noPicture = 'This is not a picture that was uploaded here'
const noAssignee = 'At least one family member must be assigned'
const noTime = 'A time looks like 07:30'
const noZone = 'There is no time zone of this name'
const hidden = 'This contains a hidden character. Please type it by hand'
const invalid = (field: string) => `${field}: Invalid input`
const unknown = (field: string) => `There is no field "${field}" in this call.`

type Wrong = [fields: object, sentence: string]

const emojis = (field: string): Wrong[] => [
  [{ [field]: '' }, 'An emoji is required'],
  [{ [field]: ['🌱'] }, invalid(field)],
]
const gems = (field: string): Wrong[] => [
  [{ [field]: -1 }, 'Gems cannot be below 0'],
  [{ [field]: 100_001 }, 'At most 100000 gems'],
  [{ [field]: '50' }, 'Gems are a whole number'],
]
const optionalTitles: Wrong[] = [
  [{ title: long }, 'A title can have at most 120 characters'],
  [{ title: 'one\ntwo' }, 'A title has to fit on one line'],
  [{ title: null }, invalid('title')],
]
const quests: Wrong[] = [
  ...optionalTitles,
  ...emojis('icon'),
  ...gems('gemValue'),
  [{ description: 'x'.repeat(2001) }, 'A description can have at most 2000 characters'],
  [{ description: 'a\0b' }, hidden],
  [{ assigneeIds: [] }, noAssignee],
  [{ assigneeIds: [id, id] }, 'A family member can be assigned only once'],
  [{ assigneeIds: ['me'] }, invalid('assigneeIds.0')],
  [{ targetTime: '7:30' }, noTime],
  [{ recurring: 'hourly' }, invalid('recurring')],
  [{ columnId: null }, invalid('columnId')],
]
const links: Wrong[] = [
  [{ link: { type: 'magiclink', token: 'good' } }, invalid('link.type')],
  [{ link: { type: 'signup', token: '' } }, invalid('link.token')],
  [{ link: { type: 'signup', token: 'x'.repeat(8193) } }, 'link.token: Too big, at most 8192'],
]
const mails: Wrong[] = [
  [{ email: blank }, 'Email is required'],
  [{ email: 'anna@' }, 'Please enter an email address'],
]
const names: Wrong[] = [
  [{ firstName: blank }, 'First name is required'],
  [{ lastName: long }, 'Last name can have at most 120 characters'],
]
const pins: Wrong[] = [
  [{ pin: '12a4' }, 'PIN must be exactly 4 digits'],
  [{ pin: 'abc' }, 'PIN must be exactly 4 pictures'],
]

/** The wrong fields of each call, and the sentence for each; what a kind of field takes stands in its own test. */
const wrongs: Partial<Record<RouteName, Wrong[]>> = {
  signup: [
    ...names,
    ...mails,
    [{ email: `${'a'.repeat(250)}@family.example` }, 'email: Too big, at most 254'],
    [{ password: 'seven77' }, 'Too short: it must have at least 8 characters'],
    [{ language: 'tlh' }, invalid('language')],
  ],
  login: [...mails, [{ password: '' }, required], [{ password: 'x'.repeat(1001) }, 'password: Too big, at most 1000']],
  resendConfirmation: mails,
  recover: mails,
  readMailedLink: links,
  followMailedLink: [...links, ...names, [{ password: 'ä'.repeat(37) }, longPassword]],
  editProfile: [...names, [{ role: 'admin' }, unknown('role')], [{ firstName: undefined }, nothing]],
  changePassword: [
    [{ currentPassword: '' }, required],
    [{ newPassword: 'x'.repeat(73) }, longPassword],
    [manyDevices, 'keepDeviceIds: Too big, at most 50'],
  ],
  logoutEverywhere: [[manyDevices, 'keepDeviceIds: Too big, at most 50']],
  setProfileImage: [
    [{ profileImageUrl: 'https://evil.example/objects/a/b' }, noPicture],
    [{ profileImageUrl: undefined }, invalid('profileImageUrl')],
  ],
  actAs: [[{ memberId: 'mia' }, invalid('memberId')]],
  deleteFamily: [[{ currentPassword: '' }, required]],
  editFamily: [
    [{ name: blank }, 'A name is required'],
    [{ practiceGems: -1 }, 'Gems cannot be below 0'],
    [{ practiceGems: 51 }, 'At most 50 gems a day'],
    [{ practiceGems: 2.5 }, 'Gems are a whole number'],
    [{ timeZone: 'x'.repeat(65) }, 'timeZone: Too big, at most 64'],
    [{ timeZone: 'Mars/Olympus_Mons' }, noZone],
    [{ timeZone: '' }, noZone],
    [{ weekStartsOn: 2 }, invalid('weekStartsOn')],
    [{ name: undefined, rewardMode: undefined }, nothing],
  ],
  practise: [
    [{ game: 'chess' }, invalid('game')],
    [{ item: '' }, 'An item is required'],
    [{ item: 'x'.repeat(41) }, 'An item can have at most 40 characters'],
    [{ item: 'a\0b' }, hidden],
    [{ answer: 'perfect' }, invalid('answer')],
    [{ roundId: 'one' }, invalid('roundId')],
    [{ tookMs: 0.5 }, invalid('tookMs')],
    [{ day: '2026-02-30' }, 'A day looks like 2026-01-31'],
  ],
  finishPractice: [
    [{ game: 'chess' }, invalid('game')],
    [{ roundId: 'one' }, invalid('roundId')],
  ],
  addMember: [
    [chosen, invalid('id')],
    [{ displayName: blank }, 'Name is required'],
    [{ role: 'dog' }, invalid('role')],
    ...pins,
    [{ avatarSeed: '' }, 'An avatar seed is required'],
    [{ avatarSeed: '/objects/a/b' }, 'A picture is set by its own call'],
  ],
  editMember: [
    [{ displayName: long }, 'Name can have at most 120 characters'],
    [{ role: 'admin' }, invalid('role')],
    [{ cannotRead: 'yes' }, invalid('cannotRead')],
    [{ displayName: undefined }, nothing],
  ],
  setAvatar: [
    [{ avatarUrl: '/objects/a/../b' }, noPicture],
    [{ avatarUrl: '/storage/v1/object/upload/sign/other/a/b' }, noPicture],
    [{ avatarUrl: undefined }, 'Choose either a picture or a generated face'],
    [{ avatarSeed: 'mia' }, 'Choose either a picture or a generated face'],
    [{ avatarUrl: undefined, avatarSeed: '/objects/a/b' }, 'A picture is set by its own call'],
  ],
  addGemEntry: [
    [{ reason: blank }, 'A reason is required'],
    [{ amount: 1.5 }, 'Gems are a whole number'],
    [{ amount: -100_001 }, 'At most 100000 gems'],
    [{ amount: 100_001 }, 'At most 100000 gems'],
    [{ amount: 0 }, 'At least 1 gem'],
  ],
  setPin: [...pins, [{ pin: undefined }, invalid('pin')]],
  verifyPin: [...pins, [{ pin: null }, invalid('pin')]],
  addColumn: [
    [chosen, invalid('id')],
    ...optionalTitles,
    ...emojis('emoji'),
    [{ position: -1 }, 'position: Too small, at least 0'],
    [{ position: 10_001 }, 'position: Too big, at most 10000'],
    [{ position: '1' }, invalid('position')],
  ],
  join: [
    [{ code: 'ABCDEFGH' }, 'A code has 8 letters'],
    [{ code: 12_345_678 }, invalid('code')],
  ],
  setDeviceUse: [
    [{ use: 'parents' }, invalid('use')],
    [{ use: 'children' }, noAssignee],
    [{ use: 'wall', memberIds: [id] }, noAssignee],
    [{ use: 'children', memberIds: ['mia'] }, invalid('memberIds.0')],
  ],
  renameDevice: [[{ name: blank }, 'A name is required']],
  orderColumns: [
    [{ columnIds: ['todo'] }, invalid('columnIds.0')],
    [{ columnIds: undefined }, invalid('columnIds')],
  ],
  editColumn: [...optionalTitles, ...emojis('emoji'), [{ title: undefined }, nothing]],
  searchArchivedQuests: [...optionalTitles, [{ doneSince: 'last week' }, 'A day looks like 2026-01-31']],
  addQuest: [[chosen, invalid('id')], ...quests, [{ completedDate: '2026-01-31' }, unknown('completedDate')]],
  moveOrEditQuest: [
    ...quests,
    [{ columnId: undefined }, nothing],
    [{ completedDate: 'today', completingMemberId: id }, 'A day looks like 2026-01-31'],
    [{ completedDate: '2026-01-31' }, invalid('completingMemberId')],
    [{ completingMemberId: id }, 'A day looks like 2026-01-31'],
    [{ completedDate: '2026-01-31', completingMemberId: id, title: 'Plates' }, unknown('title')],
  ],
  addAbsence: [
    [chosen, invalid('id')],
    [{ startsOn: '2026-02-30' }, 'A day looks like 2026-01-31'],
    [{ endsOn: '2026-01-30' }, 'The first day comes after the last one'],
    [{ reason: '🍕' }, invalid('reason')],
  ],
  editAbsence: [[{ endsOn: 'soon' }, 'A day looks like 2026-01-31']],
  addReward: [[chosen, invalid('id')], ...optionalTitles, ...emojis('icon'), ...gems('gemCost')],
  editReward: [
    ...optionalTitles,
    ...emojis('icon'),
    ...gems('gemCost'),
    [{ isActive: true }, 'Shown to kids is 1 or 0'],
    [{ isActive: undefined }, nothing],
  ],
  redeemReward: [
    [{ redemptionId: 'mine' }, invalid('redemptionId')],
    [{ memberId: undefined }, invalid('memberId')],
  ],
  decideRedemption: [[{ status: 'reserved' }, invalid('status')]],
}

const withBody = (Object.keys(routes) as RouteName[]).filter((name) => (routes[name] as Route).body !== undefined)

describe('the body of a call', () => {
  test('has an example, and wrong ones, for each call that takes one', () => {
    const examples = (Object.keys(goodCalls) as RouteName[]).filter((name) => goodCalls[name]?.body !== undefined)
    for (const named of [examples, Object.keys(wrongs)]) expect(named.toSorted()).toEqual(withBody.toSorted())
  })

  const each = withBody.map((name) => ({ name }))
  test.each(each)('of $name is its fields and no other: a field more is refused by its name', ({ name }) => {
    expect(sentenceAbout(name, bodyWith(name, {}))).toBe(undefined)
    for (const field of ['colour', 'familyId2', 'constructor', 'Ünïcode "x"'])
      expect(sentenceAbout(name, bodyWith(name, { [field]: 1 }))).toBe(unknown(field))
    for (const sent of [null, [], 'Garden', 7, [{}]]) expect(sentenceAbout(name, sent)).toBe('Invalid input')
  })

  const cases = (Object.entries(wrongs) as [RouteName, Wrong[]][]).flatMap(([name, wrong]) =>
    wrong.map(([fields, sentence]) => ({ name, fields, sentence })),
  )
  test.each(cases)('of $name with $fields: $sentence', ({ name, fields, sentence }) =>
    expect(sentenceAbout(name, bodyWith(name, fields))).toBe(sentence),
  )
})

test.each([
  [{}, false],
  [{ doneSince: 'last week' }, false],
  [{ doneSince: '2026-01-31' }, true],
  [{ doneSince: '2026-01-31', before: '2026-01-31T12:00:00Z' }, false],
  [{ doneSince: '2026-01-31', before: '2026-01-31T12:00:60Z', beforeId: id }, false],
  [{ doneSince: '2026-01-31', before: '2026-01-31T12:00:00Z', beforeId: id }, true],
])('the archived quests of %j: %s', (query, fits) =>
  expect(routes.archivedQuests.query.safeParse(query).success).toBe(fits),
)
