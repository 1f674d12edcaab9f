// What a family costs on Supabase and where a project ends: the arithmetic of docs/scaling.md. What the product itself decides is
// held to its source by costs.test.ts; prices and quotas are those that Supabase published in 2026.

/** A household's day. */
export const household = {
  /** Quests done, moved, written. */
  changes: 30,
  /** Times that a screen is opened or wakes up, on all phones together. */
  openings: 90,
  /** What a screen asks for when it opens. */
  callsOfOpening: 3,
  wakingHours: 14,
  walls: 1,
  phones: 2,
  /** A completion is two or three events, a move one. */
  eventsOfChange: 1.7,
  quests: 20,
  completions: 12,
  faces: 5,
  /** With an account of their own. */
  people: 2,
} as const

/** Of the product; costs.test.ts reads them in its source. */
export const product = {
  /** Seconds that a token lasts. */
  token: 900,
  /** Seconds before its end that a page which is seen asks for the next one. */
  renewBefore: 90,
  /** Seconds between two heartbeats of a page that is seen. */
  heartbeat: 5,
  /** Connections to the database that an instance of the function takes. */
  connections: 2,
  /** Seconds that a browser keeps a picture without asking. */
  pictureKept: 86_400,
} as const

/** Bytes, measured: `npm run bench -- bytes`, and 20,000 rows with their indexes. */
export const sizes = { quest: 362, face: 30_000, completion: 565, heartbeat: 66 } as const

/** Supabase's limits. */
export const limits = {
  /** Calls of `/token` from one address in 300 seconds, and how many of them at the same moment. */
  tokens: 150,
  tokensAtOnce: 30,
  poolClients: 200,
  free: { functionCalls: 500_000, messages: 2_000_000, connections: 200 },
  pro: { base: 25, functionCalls: 2e6, messages: 5e6, connections: 500, traffic: 250e9, people: 100_000, database: 8e9, pictures: 100e9 },
  /** Dollars for each further million calls, million messages, thousand connections, gigabyte, person. */
  prices: { functionCalls: 2, messages: 2.5, connections: 10, traffic: 0.09, people: 0.003_25, database: 0.125, pictures: 0.021 },
  /** Live messages a second with and without a spend cap. */
  messagesPerSecond: { capped: 500, open: 2500 },
} as const

const days = 30
/** A device's share of the day on which it is connected, at the busiest moment. */
const awake = 0.4
/** The busiest moment against the mean of the waking hours. */
const peak = 4

const devices = household.walls + household.phones
const renewalsOfWall = 86_400 / (product.token - product.renewBefore)

/** What a family does in a day. */
export const daily = {
  changes: household.changes,
  reads: household.openings * household.callsOfOpening,
  /** A wall renews all day long; a phone at most each time it is opened. */
  renewalsOfWalls: household.walls * renewalsOfWall,
  renewals: household.walls * renewalsOfWall + household.openings,
  pictures: household.faces * devices * Math.ceil(86_400 / product.pictureKept),
  get functionCalls() {
    return this.changes + this.reads + this.renewalsOfWalls + this.pictures
  },
  messages: household.changes * household.eventsOfChange * (1 + devices),
  /** Of a wall; a phone is seen for minutes. */
  heartbeats: (household.walls * 86_400) / product.heartbeat,
  bytes: household.openings * household.quests * sizes.quest,
  rows: household.completions * sizes.completion,
} as const

/** Families that a quota of so much a month is enough for. */
const enoughFor = (quota: number, ofDay: number) => Math.floor(quota / (ofDay * days))
const perSecond = (ofDay: number) => (ofDay / (household.wakingHours * 3600)) * peak

const number = (value: number): string => (value < 1e6 ? value.toLocaleString('en-US', { maximumSignificantDigits: 3 }) : `${number(value / 1e6)} M`)
const bytes = (value: number) => {
  for (const [unit, size] of [
    ['TB', 1e12],
    ['GB', 1e9],
    ['MB', 1e6],
    ['kB', 1e3],
  ] as const)
    if (value >= size) return `${number(value / size)} ${unit}`
  return `${number(value)} B`
}
const dollars = (value: number) => `$${number(value)}`

const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')

/** The tables of docs/scaling.md, in Markdown, by the name that stands in front of each. */
export function costTables(): Readonly<Record<'family' | 'ends' | 'prices', string>> {
  const { walls, phones, changes, openings, callsOfOpening, eventsOfChange, quests, completions, faces } = household
  const family = table(
    ['', 'a day', 'a month', 'how it is counted'],
    (
      [
        ['changes', daily.changes, number, 'a quest done, moved, written'],
        ['reads', daily.reads, number, `${openings} openings × ${callsOfOpening} calls`],
        [
          'renewals of a wall',
          daily.renewalsOfWalls,
          number,
          `86,400 s ÷ (${product.token} s − ${product.renewBefore} s); a page that nobody sees renews nothing`,
        ],
        ['looks at pictures', daily.pictures, number, `${faces} faces × ${walls + phones} devices; a browser keeps each for a day`],
        ['**function calls**', daily.functionCalls, number, 'the four above'],
        ['renewals at Auth', daily.renewals, number, `those of the wall, and at most one for each of ${openings} openings of a phone`],
        ['live messages', daily.messages, number, `${changes} changes × ${eventsOfChange} events × (1 + ${walls + phones} devices)`],
        ['bytes of boards', daily.bytes, bytes, `${openings} boards × ${quests} quests × ${sizes.quest} B`],
        [
          'bytes of heartbeats of a wall',
          daily.heartbeats * sizes.heartbeat,
          bytes,
          `86,400 s ÷ ${product.heartbeat} s × ${sizes.heartbeat} B; traffic, and nothing that Supabase names as a message`,
        ],
        ['rows', daily.rows, bytes, `${completions} completions × ${sizes.completion} B, with their line in the ledger and all indexes`],
      ] as const
    ).map(([name, value, written, how]) => [name, written(value), written(value * days), how]),
  )
  const together = limits.tokens * ((product.token - product.renewBefore) / 300)
  const ends = table(
    ['what ends', 'at', 'what then'],
    [
      [
        'renewals, without address forwarding',
        `${number(together)} walls of all families together: ${limits.tokens} in 300 s, one each ${product.token - product.renewBefore} s`,
        'switch it on ([deploy.md](deploy.md)): then each house has as many',
      ],
      ['sign-ins and renewals of one house at the same moment', `${limits.tokensAtOnce}`, 'the next ones wait some seconds; the app tries again by itself'],
      [
        'clients of a small project’s pooler',
        `${number(limits.poolClients / product.connections)} instances of the function at once: ${limits.poolClients} clients ÷ ${product.connections}`,
        'refused calls are answered 503 with Retry-After, and the app tries again; a larger machine has more',
      ],
      ['function calls of the free plan', `${number(enoughFor(limits.free.functionCalls, daily.functionCalls))} families`, 'Pro'],
      ['live messages of the free plan', `${number(enoughFor(limits.free.messages, daily.messages))} families`, 'Pro'],
      ['live connections of the free plan', `${number(limits.free.connections / (devices * awake))} families, ${awake * 100} % of their devices awake`, 'Pro'],
      [
        'live messages a second with a spend cap',
        `${number(limits.messagesPerSecond.capped / perSecond(daily.messages))} families`,
        `without it ${number(limits.messagesPerSecond.open / perSecond(daily.messages))}; then by contract`,
      ],
    ],
  )
  const counts = [1, 100_000, 10_000_000] as const
  type Priced = keyof typeof limits.prices
  const units: Record<Priced, number> = { functionCalls: 1e6, messages: 1e6, connections: 1e3, traffic: 1e9, people: 1, database: 1e9, pictures: 1e9 }
  const used: Record<Priced, { name: string; each: number; written: (value: number) => string; included: string; per: string }> = {
    functionCalls: { name: 'function calls', each: daily.functionCalls * days, written: number, included: '2 M', per: 'a million' },
    messages: { name: 'live messages', each: daily.messages * days, written: number, included: '5 M', per: 'a million' },
    connections: {
      name: `live connections at the peak (${awake * 100} % of devices)`,
      each: devices * awake,
      written: number,
      included: '500',
      per: 'a thousand',
    },
    traffic: {
      name: 'traffic of boards, pictures and heartbeats',
      each: (daily.bytes + daily.pictures * sizes.face + daily.heartbeats * sizes.heartbeat) * days,
      written: bytes,
      included: '250 GB',
      per: 'a GB',
    },
    people: { name: 'people who sign in', each: household.people, written: number, included: '100,000', per: 'each' },
    database: { name: 'database after two years, had nothing gone', each: daily.rows * days * 24, written: bytes, included: '8 GB', per: 'a GB' },
    pictures: { name: 'pictures', each: faces * sizes.face, written: bytes, included: '100 GB', per: 'a GB' },
  }
  const priceOf = (what: Priced, families: number) => Math.max(0, ((used[what].each * families - limits.pro[what]) / units[what]) * limits.prices[what])
  const names = Object.keys(used) as Priced[]
  const total = (families: number) => limits.pro.base + names.reduce((sum, what) => sum + priceOf(what, families), 0)
  const prices = table(
    ['', 'included, then', ...counts.map((families) => `${families.toLocaleString('en-US')} ${families === 1 ? 'family' : 'families'}`)],
    [
      ...names.map((what) => {
        const { name, each, written, included, per } = used[what]
        const cells = counts.map((families) => {
          const price = priceOf(what, families)
          return `${written(each * families)}${price === 0 ? '' : `: ${dollars(price)}`}`
        })
        return [name, `${included}, then $${limits.prices[what]} ${per}`, ...cells]
      }),
      ['calls of the function a second at the peak', '', ...counts.map((families) => number(perSecond(daily.functionCalls) * families))],
      ['live messages a second at the peak', '', ...counts.map((families) => number(perSecond(daily.messages) * families))],
      ['**a family and month**, without the machine of the database', '', ...counts.map((families) => `**${dollars(total(families) / families)}**`)],
    ],
  )
  return { family, ends, prices }
}
