import { Device } from '../testing/device.ts'

/** A family with one parent, as whom `device` is signed in. */
export type Household = Awaited<ReturnType<typeof newHousehold>>

export async function newHousehold(url: string) {
  const login = { email: `bench-${crypto.randomUUID()}@example.com`, password: 'bubbles-and-gems' }
  const device = new Device(url)
  await send(device, 'POST', '/api/auth/signup', { ...login, firstName: 'Anna', lastName: 'Berg' })
  const [{ family }] = await ask<[{ family: { id: string } }]>(device, 'GET', '/api/families/my')
  const columns = await ask<{ id: string }[]>(device, 'GET', `/api/families/${family.id}/quest-columns`)
  return { device, login, familyId: family.id, columnIds: columns.map(({ id }) => id) }
}

/** A household with a full board. */
export type Board = Household & {
  kids: string[]
  questIds: string[]
  /** Moves the first card of the first column, each time to the next one of the first four. */
  move(): Promise<unknown>
}

const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** The days of a quest, of every kind, and all of them due; the daily ones are the first of a day. */
const scheduleOf = (number: number) =>
  [
    { recurring: 'once', dueOn: dayAgo(number % 9) },
    { recurring: 'daily', startsOn: dayAgo(20), endsOn: dayAgo(-200), targetTime: '00:01' },
    { recurring: 'weekly', weekdays: [(number % 7) + 1, ((number + 2) % 7) + 1], startsOn: dayAgo(20) },
    { recurring: 'once', targetTime: '17:00' },
    { recurring: 'once', dueOn: dayAgo(1), targetTime: '17:00' },
  ][number % 5]!

/**
 * Creates a family with eight columns, a reward and three kids, one of them behind a PIN. Its quests have days, but for a
 * commit from before there were any.
 */
export async function newBoard(url: string, { quests = 200, inOneColumn = false } = {}): Promise<Board> {
  const household = await newHousehold(url)
  const { columnIds } = household
  while (columnIds.length < 8)
    columnIds.push(await add(household, 'quest-columns', { title: `Column ${columnIds.length}`, emoji: '📋' }))
  const kids: string[] = []
  for (const kid of [{ displayName: 'Mia', pin: '1357' }, { displayName: 'Ben' }, { displayName: 'Ida' }])
    kids.push(await add(household, 'members', kid))
  await add(household, 'rewards', { title: 'Ice cream', icon: '🍦', gemCost: 50 })
  let hasDays = true
  const addOne = async (number: number) => {
    const quest = {
      assigneeIds: kids.slice(0, (number % 3) + 1),
      columnId: columnIds[inOneColumn ? 0 : number % columnIds.length],
    }
    try {
      if (hasDays) return await addQuest(household, number, { ...quest, ...scheduleOf(number) })
    } catch (error) {
      if (number > 0) throw error
      hasDays = false
    }
    const { recurring, targetTime = null } = scheduleOf(number)
    return addQuest(household, number, { ...quest, recurring, targetTime })
  }
  const questIds: string[] = []
  for (let number = 0; number < quests; number++) questIds.push(await addOne(number))
  let moves = 0
  const move = () => send(household.device, 'PATCH', `/api/quests/${questIds[0]}`, { columnId: columnIds[++moves % 4] })
  return { ...household, kids, questIds, move }
}

/** Adds something to the family, by the path of its kind; returns its id. */
export async function add({ device, familyId }: Household, kind: string, body: object): Promise<string> {
  return (await ask<{ id: string }>(device, 'POST', `/api/families/${familyId}/${kind}`, body)).id
}

export const addQuest = (household: Household, number: number, quest: object) =>
  add(household, 'quests', {
    title: `Quest number ${number}`,
    description: 'A few words that say what there is to do',
    icon: '🧹',
    gemValue: 20,
    ...quest,
  })

/** Makes a call that must succeed, and returns the text of its reply. */
export async function send(device: Device, method: string, path: string, body?: unknown): Promise<string> {
  const { status, text } = await device.send(method, path, body === undefined ? {} : { body })
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`)
  return text
}

/**
 * The same, with the reply as an object; no schema parses it, because the commit that is measured may have another
 * contract.
 */
export const ask = async <Reply>(...call: Parameters<typeof send>): Promise<Reply> => JSON.parse(await send(...call))
