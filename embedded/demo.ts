import { z } from 'zod'
import { demoFamily } from './demo-family.ts'
import { Problem } from './problem.ts'
import type { Stack } from './stack.ts'

const SignIn = z.object({ email: z.string(), password: z.string() })

/**
 * Adds the demo family, unless this installation has it already, and answers how to sign in. The
 * password is made for this installation: with --host the whole house could read a fixed one.
 */
export async function addDemoFamily(stack: Stack, folder: string): Promise<string> {
  const file = `${folder}/demo.json`
  const known = await Deno.readTextFile(file).catch(() => undefined)
  const signIn = known === undefined ? await add(stack, file) : SignIn.parse(JSON.parse(known))
  return `Demo family: sign in as ${signIn.email} with the password ${signIn.password}`
}

async function add(stack: Stack, file: string): Promise<z.infer<typeof SignIn>> {
  const password = crypto.getRandomValues(new Uint8Array(9)).toBase64({ alphabet: 'base64url' })
  const { firstName, lastName, others, quests } = demoFamily
  const email = 'nora@demo.bubblequest.example'
  // By the front door, as any family: what the demo shows is what a sign-up makes.
  const answer = await fetch(`${stack.url}/api/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ firstName, lastName, email, password }),
  })
  if (!answer.ok) throw new Problem(`The demo family could not be added: ${(await answer.json()).message}`)
  const user: { id: string } = await answer.json()

  const sql = stack.postgres.connect('postgres', 1)
  try {
    await sql.begin(async (transaction) => {
      const [family] = await transaction<{ id: string; member: string }[]>`
        select family_id as id, id as member from public.family_members where user_id = ${user.id}`
      if (family === undefined) throw new Error('The sign-up made no family')
      const memberIds = new Map([[firstName as string, family.member]])
      for (const { name, role } of others) {
        const [member] = await transaction<{ id: string }[]>`
          insert into public.family_members (family_id, display_name, avatar_seed, role, created_at)
          values (${family.id}, ${name}, ${name}, ${role}, clock_timestamp()) returning id`
        if (member !== undefined) memberIds.set(name, member.id)
      }
      for (const { column, assignees, ...quest } of quests) {
        const assigneeIds = assignees.map((name) => memberIds.get(name) ?? family.member)
        await transaction`
          insert into public.quests (family_id, column_id, title, description, icon, gem_value, assignee_ids, recurring, target_time, created_at)
          select ${family.id}, id, ${quest.title}, ${quest.description}, ${quest.icon}, ${quest.gemValue}, ${assigneeIds}::uuid[], ${quest.recurring}, ${quest.targetTime},
            clock_timestamp()
          from public.quest_columns where family_id = ${family.id} and title = ${column}`
      }
    })
  } finally {
    await sql.end()
  }
  await Deno.writeTextFile(file, `${JSON.stringify({ email, password })}\n`, { mode: 0o600 })
  return { email, password }
}
