import { format } from 'date-fns'
import { z } from 'zod'
import { demoFamily, questsDoneOn } from './demo-family.ts'
import type { DemoQuest } from './demo-family.ts'
import postgres from 'postgres'
import { Problem } from './problem.ts'

const SignIn = z.object({ email: z.string(), password: z.string() })

/**
 * Adds the demo family over the API at `url`, unless `file` already has its sign-in. Returns a sentence with the
 * sign-in. The password is random: a fixed one would let everybody in the network sign in when --host is given.
 */
export async function addDemoFamily(url: string, sql: postgres.Sql, file: string): Promise<string> {
  const known = await Deno.readTextFile(file).catch(() => undefined)
  const signIn = known === undefined ? await add(url, sql, file) : SignIn.parse(JSON.parse(known))
  return `Demo family: sign in as ${signIn.email} with the password ${signIn.password}`
}

async function add(url: string, sql: postgres.Sql, file: string): Promise<z.infer<typeof SignIn>> {
  const password = crypto.getRandomValues(new Uint8Array(9)).toBase64({ alphabet: 'base64url' })
  const { firstName, lastName } = demoFamily
  const email = 'nora@demo.bubblequest.example'
  const device = new DemoDevice(url)
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  // Uses the API as any family does, so that the demo shows only what calls can make.
  const { checkMail } = await device.ask<{ checkMail?: true }>('POST', '/auth/signup', {
    firstName,
    lastName,
    email,
    password,
    timeZone,
  })
  if (checkMail) {
    // No mail reaches a made-up address, by which its owner would choose the password again.
    const [kept] = await sql<
      { hash: string }[]
    >`select encrypted_password as hash from auth.users where email = ${email}`
    await sql`update auth.users set email_confirmed_at = now() where email = ${email}`
    await sql`update auth.users set encrypted_password = ${kept?.hash ?? ''} where email = ${email}`
    await device.ask('POST', '/auth/login', { email, password })
  }
  await live(device, sql)
  await Deno.writeTextFile(file, `${JSON.stringify({ email, password })}\n`, { mode: 0o600 })
  return { email, password }
}

type Named = { id: string; title: string }

/** Three weeks in the life of the Lindgrens. */
async function live(device: DemoDevice, sql: postgres.Sql): Promise<void> {
  const [own] = await device.ask<{ id: string; family: { id: string } }[]>('GET', '/families/my')
  if (own === undefined) throw new Error('The sign-up made no family')
  const family = `/families/${own.family.id}`
  const columns = await device.ask<Named[]>('GET', `${family}/quest-columns`)
  const idOf = new Map<string, string>([
    [demoFamily.firstName, own.id],
    ...columns.map(({ id, title }) => [title, id] as const),
  ])
  const id = (name: string) => idOf.get(name) ?? ''

  for (const { name, role } of demoFamily.others) {
    const member = await device.ask<Named>('POST', `${family}/members`, { displayName: name, role, avatarSeed: name })
    idOf.set(name, member.id)
  }
  for (const { column, assignees, doneDaysAgo: _, ...quest } of demoFamily.quests) {
    const made = await device.ask<Named>('POST', `${family}/quests`, {
      ...quest,
      columnId: id(column),
      assigneeIds: assignees.map(id),
    })
    idOf.set(quest.title, made.id)
  }
  // Weekly quests fall on the weekday they were made on: today, and on the two days before.
  await sql`
    update public.quests set created_at = created_at - make_interval(days => 21 + case recurring when 'weekly' then (gem_value / 5) % 3 else 0 end)
    where family_id = ${own.family.id}`
  for (const reward of demoFamily.rewards) {
    const made = await device.ask<Named>('POST', `${family}/rewards`, reward)
    idOf.set(reward.title, made.id)
  }

  const completedDate = format(new Date(), 'yyyy-MM-dd')
  const complete = ({ title, assignees: [member = ''] }: DemoQuest) =>
    device.ask('PATCH', `/quests/${id(title)}`, { completedDate, completingMemberId: id(member) })
  await device.ask('PATCH', family, { rewardMode: 'spend' })
  for (let daysAgo = 20; daysAgo >= 1; daysAgo--) {
    for (const quest of questsDoneOn(daysAgo)) await complete(quest)
    if (daysAgo === 4) await redeem(device, id('Choose the film'), id('Mia'))
    await moveBack(sql, own.family.id, daysAgo)
  }
  await sumUpMonths(sql, own.family.id)
  await device.ask('PATCH', family, { rewardMode: 'ask' })
  await redeem(device, id('Half an hour of screen time'), id('Theo'))

  for (const quest of questsDoneOn(0)) await complete(quest)
}

async function redeem(device: DemoDevice, reward: string, memberId: string): Promise<void> {
  await device.ask('POST', `/rewards/${reward}/redeem`, { redemptionId: crypto.randomUUID(), memberId })
}

/** Moves the rows that the calls have just written some days back, because the API has no way to set the time. */
async function moveBack(sql: postgres.Sql, familyId: string, days: number): Promise<void> {
  const isNew = sql`family_id = ${familyId} and created_at > now() - interval '12 hours'`
  await sql`update public.quest_completions set completed_date = completed_date - ${days}::int, created_at = created_at - make_interval(days => ${days}) where ${isNew}`
  await sql`update public.quests set finished_at = finished_at - make_interval(days => ${days}) where family_id = ${familyId} and finished_at > now() - interval '12 hours'`
  await sql`update public.gem_entries set created_at = created_at - make_interval(days => ${days}) where ${isNew}`
  await sql`
    update public.redemptions set created_at = created_at - make_interval(days => ${days}), decided_at = decided_at - make_interval(days => ${days})
    where ${isNew}`
}

/** Moves the gems earned to the months of the ledger's rows, of which some are in the month before by now. */
async function sumUpMonths(sql: postgres.Sql, familyId: string): Promise<void> {
  await sql`delete from public.gem_months where family_id = ${familyId}`
  await sql`
    insert into public.gem_months (member_id, month, family_id, earned)
    select member_id, date_trunc('month', e.created_at at time zone f.time_zone), family_id, sum(amount)
    from public.gem_entries e join public.families f on f.id = family_id
    where family_id = ${familyId} and reason = 'completion' group by 1, 2, 3`
}

/** A device that keeps its cookies, as a browser does. */
class DemoDevice {
  readonly #url: string
  #cookies = ''

  constructor(url: string) {
    this.#url = url
  }

  /** Makes a call of the API; what it refuses ends the demo with the API's own sentence. */
  async ask<Reply = unknown>(method: string, path: string, body?: unknown): Promise<Reply> {
    const answer = await fetch(`${this.#url}/api${path}`, {
      method,
      headers: { cookie: this.#cookies, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const reply = await answer.json()
    if (!answer.ok) throw new Problem(`The demo family could not be added: ${reply.message}`)
    const set = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
    if (set.length > 0) this.#cookies = set.join('; ')
    return reply
  }
}

// On a stack that is not the embedded one: its address, its database, and the file that keeps how to sign in.
if (import.meta.main) {
  const [url = '', database = '', file = ''] = Deno.args
  const sql = postgres(database, { max: 1, onnotice: () => {} })
  console.log(await addDemoFamily(url, sql, file).finally(() => sql.end()))
}
