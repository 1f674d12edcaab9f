import assert from 'node:assert/strict'
import { routes } from '../../domain/contract/routes.ts'
import type { Route, RouteName } from '../../domain/contract/routes.ts'
import { fillPath, assertRefusal } from '../../testing/device.ts'
import { everythingOf, goodCalls, newScene, paramsOf, senderOf, sendGood } from '../../testing/every-call.ts'
import { onOneStack } from '../../testing/stack.ts'

const story = onOneStack()

type Wrong = [field: Record<string, unknown>, sentence: string | RegExp]

const unkeepable = 'This contains a hidden character. Please type it by hand'
const nothing = 'Nothing to change was sent'

/** A one-line name of at most 120 characters, in every call that takes one. */
const titles = (field: string, what: string): Wrong[] => [
  [{ [field]: '' }, `${what} is required`],
  [{ [field]: ' \t ' }, `${what} is required`],
  [{ [field]: '\u200b\u2060\ufeff' }, `${what} is required`],
  ...optionalTitles(field, what),
]
/** The same where an empty one is saved under a friendly name. */
const optionalTitles = (field: string, what: string): Wrong[] => [
  [{ [field]: 'x'.repeat(121) }, `${what} can have at most 120 characters`],
  [{ [field]: 'one\ntwo' }, `${what} has to fit on one line`],
  [{ [field]: 'Mi\0a' }, unkeepable],
  [{ [field]: 'Mi\u202ea' }, unkeepable],
  [{ [field]: 'Mi\ud800a' }, unkeepable],
  [{ [field]: 7 }, new RegExp(`^${field}: Invalid`)],
  [{ [field]: null }, new RegExp(`^${field}: Invalid`)],
]
const emojis = (field: string): Wrong[] => [
  [{ [field]: '' }, 'An emoji is required'],
  [{ [field]: '🌱🌱🌱' }, 'An emoji can have at most 2 characters'],
  [{ [field]: `a${'\u0301'.repeat(60)}` }, 'An emoji can have at most 2 characters'],
  [{ [field]: '\0' }, unkeepable],
  [{ [field]: '🌱\u202e' }, unkeepable],
  [{ [field]: '\ud83c' }, unkeepable],
  [{ [field]: ['🌱'] }, new RegExp(`^${field}: Invalid`)],
]
const gems = (field: string): Wrong[] => [
  [{ [field]: -1 }, 'Gems cannot be below 0'],
  [{ [field]: 100_001 }, 'At most 100000 gems'],
  [{ [field]: 1.5 }, 'Gems are a whole number'],
  [{ [field]: '50' }, 'Gems are a whole number'],
  [{ [field]: null }, 'Gems are a whole number'],
]
const passwords = (field: string): Wrong[] => [
  [{ [field]: '' }, 'Password is required'],
  [{ [field]: null }, new RegExp(`^${field}: Invalid`)],
  [{ [field]: 'seven77' }, 'Too short: it must have at least 8 characters'],
  [{ [field]: 'x'.repeat(73) }, 'At most 72 characters; letters like ü or é and emoji count as 2 to 4'],
  [{ [field]: 'ä'.repeat(37) }, 'At most 72 characters; letters like ü or é and emoji count as 2 to 4'],
  [{ [field]: 'half-\ud800-pair' }, unkeepable],
]
const keptDevices: Wrong[] = [
  [{ keepDeviceIds: null }, /^keepDeviceIds: Invalid/],
  [{ keepDeviceIds: ['the wall'] }, /^keepDeviceIds.0: Invalid/],
  [{ keepDeviceIds: Array.from({ length: 51 }, () => crypto.randomUUID()) }, /^keepDeviceIds: Too big/],
]
const pictures = (field: string): Wrong[] => {
  const sentence = 'This is not a picture that was uploaded here'
  const paths = [
    '',
    'cat.png',
    '/objects/',
    '/objects/a',
    '/objects/a/b/c',
    '/objects/a/../b',
    '/objects/a/b?x',
    'https://evil.example/objects/a/b',
    'https://evil.example/storage/v1/object/upload/sign/other/a/b',
    '/storage/v1/object/upload/sign/avatars/a/../b',
    '/objects/a/b',
  ]
  return paths.map((path) => [{ [field]: path }, sentence])
}
const notADay = 'A day looks like 2026-01-31'
const notAPin = 'PIN must be exactly 4 digits'
const pins: Wrong[] = ['', '123', '12345', '12a4', ' 1234', '1234\n', '１２３４'].map((pin) => [{ pin }, notAPin])

const missing = (...fields: string[]): Wrong[] =>
  fields.map((field) => [{ [field]: undefined }, new RegExp(`^(${field}: Invalid|Gems are)`)])

const addresses: Wrong[] = [
  [{ email: ' ' }, 'Email is required'],
  [{ email: 'anna@' }, 'Please enter an email address'],
]

const links: Wrong[] = [
  [{ link: undefined }, /^link: Invalid/],
  [{ link: 'https://quests.example/confirm' }, /^link: Invalid/],
  [{ link: { type: 'magiclink', token: 'good' } }, /^link\.type: Invalid/],
  [{ link: { type: 'signup', token: '' } }, /^link\.token: Invalid/],
  [{ link: { type: 'signup', token: 'x'.repeat(8193) } }, /^link\.token: Too big/],
  [{ link: { token: 'good' } }, /^link\.type: Invalid/],
]

const quests = (assignee: string): Wrong[] => [
  ...optionalTitles('title', 'A title'),
  ...emojis('icon'),
  ...gems('gemValue'),
  [{ description: 'x'.repeat(2001) }, 'A description can have at most 2000 characters'],
  [{ description: 'a\0b' }, unkeepable],
  [{ description: 'a\u202eb' }, unkeepable],
  [{ assigneeIds: [] }, 'At least one family member must be assigned'],
  [{ assigneeIds: [assignee, assignee] }, 'A family member can be assigned only once'],
  [{ assigneeIds: ['me'] }, /^assigneeIds\.0: Invalid/],
  [{ assigneeIds: assignee }, /^assigneeIds: Invalid/],
  ...['7:30', '24:00', '12:60', '07:30\n'].map((targetTime): Wrong => [{ targetTime }, 'A time looks like 07:30']),
  [{ recurring: 'hourly' }, /^recurring: Invalid/],
  [{ columnId: 'todo' }, /^columnId: Invalid/],
  [{ columnId: null }, /^columnId: Invalid/],
]

const chosenIds: Wrong[] = ['mine', '', null, '00000000-0000-0000-0000-000000000000'].map((id) => [
  { id },
  /^id: Invalid/,
])

/** A good body with one wrong field after the other, and the sentence for each. */
const wrongs: Partial<Record<RouteName, Wrong[]>> = {
  signup: [
    ...titles('firstName', 'First name'),
    ...titles('lastName', 'Last name'),
    ...passwords('password'),
    ...addresses,
    [{ language: 'tlh' }, /^language: Invalid/],
    [{ email: `${'a'.repeat(250)}@family.example` }, /^email: Too big/],
  ],
  login: [
    [{ email: '' }, 'Email is required'],
    [{ email: 'anna' }, 'Please enter an email address'],
    [{ password: '' }, 'Password is required'],
    [{ password: 'x'.repeat(1001) }, /^password: Too big/],
  ],
  resendConfirmation: addresses,
  recover: addresses,
  readMailedLink: links,
  followMailedLink: [
    ...links,
    ...passwords('password'),
    ...titles('firstName', 'First name'),
    ...titles('lastName', 'Last name'),
    [{ password: undefined }, 'Password is required'],
  ],
  editProfile: [
    ...titles('firstName', 'First name'),
    ...titles('lastName', 'Last name'),
    [{ role: 'admin' }, 'There is no field "role" in this call.'],
    [{ firstName: undefined }, nothing],
  ],
  changePassword: [
    ...passwords('newPassword'),
    [{ currentPassword: '' }, 'Password is required'],
    [{ currentPassword: undefined }, /^currentPassword: Invalid/],
    ...keptDevices,
  ],
  logoutEverywhere: keptDevices,
  setProfileImage: [...pictures('profileImageUrl'), [{ profileImageUrl: undefined }, /^profileImageUrl: Invalid/]],
  actAs: [
    [{ memberId: 'mia' }, /^memberId: Invalid/],
    [{ memberId: null }, /^memberId: Invalid/],
  ],
  deleteFamily: [
    [{ currentPassword: '' }, 'Password is required'],
    [{ currentPassword: undefined }, /^currentPassword: Invalid/],
  ],
  editFamily: [
    ...titles('name', 'A name'),
    [{ rewardMode: 'free' }, /^rewardMode: Invalid/],
    [{ practiceGems: -1 }, 'Gems cannot be below 0'],
    [{ practiceGems: 51 }, 'At most 50 gems a day'],
    [{ practiceGems: 2.5 }, 'Gems are a whole number'],
    [{ timeZone: 'x'.repeat(65) }, /^timeZone: Too big/],
    ...['Mars/Olympus_Mons', 'Europe/Berlin+5', 'EST5EDT', 'europe/berlin', '+01:00', ''].map((timeZone): Wrong => [
      { timeZone },
      'There is no time zone of this name',
    ]),
    [{ name: undefined, rewardMode: undefined }, nothing],
  ],
  practise: [
    [{ game: 'chess' }, /^game: Invalid/],
    [{ item: '' }, 'An item is required'],
    [{ item: 'x'.repeat(41) }, 'An item can have at most 40 characters'],
    [{ item: 'a\0b' }, unkeepable],
    [{ answer: 'perfect' }, /^answer: Invalid/],
    [{ item: 'dinosaur' }, 'This game does not ask for that.'],
    [{ roundId: 'one' }, /^roundId: Invalid/],
    [{ tookMs: 0.5 }, /^tookMs: Invalid/],
    [{ day: '2026-02-30' }, notADay],
  ],
  finishPractice: [
    [{ game: 'chess' }, /^game: Invalid/],
    [{ roundId: 'one' }, /^roundId: Invalid/],
  ],
  addMember: [
    ...chosenIds,
    ...titles('displayName', 'Name'),
    [{ role: 'dog' }, /^role: Invalid/],
    ...pins.filter(([{ pin }]) => pin !== ''),
    [{ avatarSeed: '' }, 'An avatar seed is required'],
    [{ avatarSeed: '/objects/a/b' }, 'A picture is set by its own call'],
    [{ avatarSeed: 'a\0b' }, unkeepable],
    [{ avatarSeed: 'x'.repeat(121) }, /^avatarSeed: Too big/],
  ],
  editMember: [
    ...titles('displayName', 'Name'),
    [{ role: 'admin' }, /^role: Invalid/],
    [{ displayName: undefined }, nothing],
  ],
  setAvatar: [
    ...pictures('avatarUrl'),
    [{ avatarUrl: undefined }, 'Choose either a picture or a generated face'],
    [{ avatarSeed: 'mia' }, 'Choose either a picture or a generated face'],
    [{ avatarUrl: undefined, avatarSeed: '/objects/a/b' }, 'A picture is set by its own call'],
  ],
  addGemEntry: [
    ...titles('reason', 'A reason'),
    ...gems('amount').filter(([{ amount }]) => amount !== -1),
    [{ amount: -100_001 }, 'At most 100000 gems'],
    [{ amount: 0 }, 'At least 1 gem'],
    ...missing('amount', 'reason'),
  ],
  setPin: [...pins, [{ pin: 1234 }, /^pin: Invalid/], [{ pin: undefined }, /^pin: Invalid/]],
  verifyPin: [...pins, [{ pin: 1234 }, /^pin: Invalid/], [{ pin: null }, /^pin: Invalid/]],
  addColumn: [
    ...chosenIds,
    ...optionalTitles('title', 'A title'),
    ...emojis('emoji'),
    [{ position: -1 }, /^position: Too small/],
    [{ position: 10_001 }, /^position: Too big/],
    ...[1.5, '1', null].map((position): Wrong => [{ position }, /^position: Invalid/]),
    ...missing('title', 'emoji'),
  ],
  join: [
    ...['', 'BCDFGHJ', 'BCDFGHJKL', 'ABCDEFGH', 'BCDFGHJ1', 'BCDFGHJ\0'].map((code): Wrong => [
      { code },
      'A code has 8 letters',
    ]),
    [{ code: 12_345_678 }, /^code: Invalid/],
    [{ familyId: crypto.randomUUID() }, 'There is no field "familyId" in this call.'],
  ],
  setDeviceUse: [
    [{ use: 'parents' }, /^use: Invalid/],
    [{ use: null }, /^use: Invalid/],
    [{ use: 'children' }, 'At least one family member must be assigned'],
    [{ use: 'wall', memberIds: [crypto.randomUUID()] }, 'At least one family member must be assigned'],
    [{ use: 'children', memberIds: ['mia'] }, /^memberIds\.0: Invalid/],
  ],
  renameDevice: titles('name', 'A name'),
  orderColumns: [
    [{ columnIds: ['todo'] }, /^columnIds\.0: Invalid/],
    [{ columnIds: null }, /^columnIds: Invalid/],
    ...missing('columnIds'),
  ],
  editColumn: [
    ...optionalTitles('title', 'A title'),
    ...emojis('emoji'),
    [{ position: 2 }, 'There is no field "position" in this call.'],
    [{ title: undefined }, nothing],
  ],
  addQuest: [
    ...chosenIds,
    ...quests(crypto.randomUUID()),
    ...missing('title', 'icon', 'gemValue', 'assigneeIds', 'columnId'),
    [{ completedDate: '2026-01-31' }, 'There is no field "completedDate" in this call.'],
  ],
  moveOrEditQuest: [
    ...quests(crypto.randomUUID()),
    [{ columnId: undefined }, nothing],
    ...['2026-02-30', '2026-1-1', 'today', '', '2026-01-31T00:00:00Z', '+02026-01-01', '0000-01-01'].map(
      (day): Wrong => [{ completedDate: day, completingMemberId: crypto.randomUUID() }, notADay],
    ),
    [{ day: '2026-01-31' }, 'There is no field "day" in this call.'],
    [{ completedDate: '2026-01-31' }, /^completingMemberId: Invalid/],
    [{ completingMemberId: crypto.randomUUID() }, notADay],
    [
      { completedDate: '2026-01-31', completingMemberId: crypto.randomUUID(), title: 'Plates' },
      'There is no field "title" in this call.',
    ],
    [{ completedDate: '2026-01-31', completingMemberId: 'mia' }, /^completingMemberId: Invalid/],
  ],
  addReward: [
    ...chosenIds,
    ...optionalTitles('title', 'A title'),
    ...emojis('icon'),
    ...gems('gemCost'),
    [{ isActive: 1 }, 'There is no field "isActive" in this call.'],
  ],
  editReward: [
    ...optionalTitles('title', 'A title'),
    ...emojis('icon'),
    ...gems('gemCost'),
    ...[2, -1, '1', true, null].map((isActive): Wrong => [{ isActive }, 'Shown to kids is 1 or 0']),
    [{ isActive: undefined }, nothing],
  ],
  redeemReward: [
    [{ redemptionId: 'mine' }, /^redemptionId: Invalid/],
    [{ redemptionId: undefined }, /^redemptionId: Invalid/],
    [{ memberId: undefined }, /^memberId: Invalid/],
  ],
  decideRedemption: [
    [{ status: 'reserved' }, /^status: Invalid/],
    [{ status: null }, /^status: Invalid/],
  ],
}

Deno.test('Every call that takes a body is in the table of wrong ones', () => {
  const withBody = Object.entries(routes as Record<string, Route>).filter(([, { body }]) => body !== undefined)
  assert.deepEqual(Object.keys(wrongs).toSorted(), withBody.map(([name]) => name).toSorted())
})

story('Whatever is not filled in correctly is said in a sentence, and changes nothing', async (stack) => {
  const scene = await newScene(stack)
  const before = await everythingOf(stack, scene.familyId)
  for (const [name, cases] of Object.entries(wrongs) as [RouteName, Wrong[]][]) {
    for (const [field, sentence] of cases) {
      const body = { ...goodCalls[name].body?.(scene), ...field }
      const { message } = assertRefusal(await sendGood(senderOf(name, scene), name, scene, { body }), 400)
      const where = `${name} ${JSON.stringify(field)}`
      if (typeof sentence === 'string') assert.equal(message, sentence, where)
      else assert.match(message, sentence, where)
    }
  }
  assert.deepEqual(await everythingOf(stack, scene.familyId), before)
})

story('A read that is narrowed says what is wrong with its days', async (stack) => {
  const scene = await newScene(stack)
  const path = fillPath(routes.completions.path, paramsOf(scene))
  const cases: [query: string, sentence: string][] = [
    ['', notADay],
    ['?startDate=2026-01-01', notADay],
    ['?startDate=2026-02-30&endDate=2026-03-01', notADay],
    ['?startDate=&endDate=2026-03-01', notADay],
    ['?startDate=0000-01-01&endDate=0000-01-02', notADay],
    ['?startDate=2026-01-01&endDate=01.03.2026', notADay],
    ['?startDate=2026-01-01&endDate=2026-03-01%00', notADay],
    ['?startDate=2026-01-02&endDate=2026-01-01', 'The first day comes after the last one'],
    ['?startDate=2026-01-01&endDate=2027-02-05', 'At most 400 days at once'],
    ['?startDate=2026-01-01&endDate=2026-01-01&memberId=x', 'There is no field "memberId" in this call.'],
  ]
  for (const [query, sentence] of cases) {
    const { message } = assertRefusal(await scene.parent.send('GET', `${path}${query}`), 400)
    assert.equal(message, sentence, query)
  }
})
