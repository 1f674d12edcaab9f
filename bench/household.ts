import { Device } from '../testing/device.ts'

/** A family with one parent, as whom `device` is signed in. */
export type Household = Awaited<ReturnType<typeof newHousehold>>

export async function newHousehold(url: string) {
  const login = { email: `bench-${crypto.randomUUID()}@example.com`, password: 'bubbles-and-gems' }
  const device = new Device(url)
  await send(device, 'POST', '/api/auth/signup', { ...login, firstName: 'Anna', lastName: 'Berg' })
  const [{ id: memberId, family }] = await ask<[{ id: string; family: { id: string } }]>(
    device,
    'GET',
    '/api/families/my',
  )
  const columns = await ask<{ id: string }[]>(device, 'GET', `/api/families/${family.id}/quest-columns`)
  return { device, login, familyId: family.id, memberId, columnIds: columns.map(({ id }) => id) }
}

/** Adds something to the family, by the path of its kind; returns its id. */
export async function add({ device, familyId }: Household, kind: string, body: object): Promise<string> {
  return (await ask<{ id: string }>(device, 'POST', `/api/families/${familyId}/${kind}`, body)).id
}

export const addQuest = (household: Household, quest: object) =>
  add(household, 'quests', {
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
