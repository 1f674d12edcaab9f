import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import type { OwnStack } from '../stack.ts'
import { leavesNothingCheck } from '../../tools/doctor/account.ts'
import { callerCheck } from '../../tools/doctor/caller.ts'
import { familyChecks } from '../../tools/doctor/checks.ts'
import { confirmByMail, findMailbox } from '../../tools/doctor/mailbox.ts'
import type { MailReader } from '../../tools/doctor/mailbox.ts'
import { cookiesCheck } from '../../tools/doctor/sessions.ts'
import { runChecks } from '../../tools/doctor/visit.ts'
import type { Check, Verdict, Visit } from '../../tools/doctor/visit.ts'
import { Visitor } from '../../tools/doctor/visitor.ts'

/** An account for `operatorsFamily`. */
export const account = { email: 'operator@family.example', password: 'bubbles-and-gems' }

/** The checks that are not well, by name, each with its reason. */
export const problemsOf = (verdicts: readonly Verdict[]): Record<string, string> =>
  Object.fromEntries(
    verdicts.flatMap((verdict): [string, string][] => {
      if (verdict.outcome === 'well') return []
      return [[verdict.name, verdict.outcome === 'ill' ? verdict.seen : `not tried: ${verdict.why}`]]
    }),
  )

/** Runs these checks alone, in the order of a visit, and what each visit needs before and after. */
export function runOnly(visit: Visit, ...only: Check[]): Promise<Verdict[]> {
  const chosen = new Set([cookiesCheck, callerCheck, ...only, leavesNothingCheck])
  return runChecks(
    visit,
    familyChecks.filter((check) => chosen.has(check)),
  )
}

/** Asserts that this check is not well, for that reason. */
export const assertProblem = (verdicts: readonly Verdict[], { name }: Check, reason: RegExp) =>
  assert.match(problemsOf(verdicts)[name] ?? '', reason)

/** The command as a process of its own. */
export function startDoctor(
  args: readonly string[],
  env: Record<string, string> = {},
): { process: Deno.ChildProcess; end(): Promise<{ code: number; said: string }> } {
  const main = fileURLToPath(new URL('../../tools/doctor/main.ts', import.meta.url))
  const process = new Deno.Command(Deno.execPath(), {
    args: ['run', '-A', '--no-check', main, ...args],
    env: { NO_COLOR: '1', DENO_NO_UPDATE_CHECK: '1', ...env },
    stdin: 'null',
    stdout: 'piped',
    stderr: 'piped',
  }).spawn()
  return {
    process,
    async end() {
      const { code, stdout, stderr } = await process.output()
      return { code, said: new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr) }
    },
  }
}

/** The mailbox of that stack. */
export const mailboxOf = ({ url, mailboxCode }: OwnStack, waitMs = 10_000) =>
  findMailbox(url, { named: `${url}/mailbox`, code: mailboxCode(), waitMs })

/** Wraps a mailbox, and changes the links that it returns. */
export const withLinks = (mailbox: MailReader | undefined, change: (link: string) => string): MailReader => ({
  linkTo: async (...asked) => change((await mailbox?.linkTo(...asked)) ?? assert.fail('There is no mailbox')),
})

/** A link as a stack mails it whose site is at that address. */
export const atAddress = (address: string) => (link: string) => link.replace(/^https?:\/\/[^/]+/, address)

/** Counts the accounts and members that visits have made and not deleted. */
export async function visitsLeft({ sql }: OwnStack): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select (select count(*) from auth.users where email like 'visit-%')::int + (select count(*) from public.family_members where display_name like '%Visit%')::int as count`
  return row?.count ?? assert.fail()
}

/** Makes an account and its family, as that of the operator; returns what reads everything of that family. */
export async function operatorsFamily(stack: OwnStack): Promise<() => Promise<unknown>> {
  const olga = new Visitor(stack.url)
  olga.through = (request) =>
    fetch(request, { headers: { ...Object.fromEntries(request.headers), 'x-forwarded-for': '198.51.100.250' } })
  const signedUp = await olga.call('signup', {}, { firstName: 'Olga', lastName: 'Operator', ...account })
  if ('checkMail' in signedUp)
    await confirmByMail(olga, (await findMailbox(stack.url, { code: stack.mailboxCode() })) ?? assert.fail(), account)
  return async () => {
    const [row] = await stack.sql`
      select to_jsonb(f) - 'revision' as family,
        (select jsonb_agg(to_jsonb(m) - 'version' order by m.id) from public.family_members m where m.family_id = f.id) as members,
        (select jsonb_agg(to_jsonb(c) - 'version' - 'updated_at' order by position) from public.quest_columns c where c.family_id = f.id) as columns,
        (select count(*)::int from public.quests q where q.family_id = f.id) as quests,
        (select count(*)::int from public.gem_entries g where g.family_id = f.id) as entries,
        (select count(*)::int from public.rewards r where r.family_id = f.id) as rewards
      from public.families f where name = 'Operator Family'`
    return row
  }
}

/** Deletes that family, and what a visit could not delete, so that the next story meets none. */
export async function deleteOperatorsFamily({ sql }: OwnStack): Promise<void> {
  await sql`delete from public.families where name in ('Operator Family', 'Visit Family')`
  await sql`delete from auth.users where email like '%@family.example'`
}
