import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { OwnStack } from '../stack.ts'
import { leavesNothingCheck } from '../../tools/doctor/account.ts'
import { providersCheck } from '../../tools/doctor/auth.ts'
import { callerCheck, limitCheck } from '../../tools/doctor/caller.ts'
import { familyChecks } from '../../tools/doctor/checks.ts'
import type { MailReader } from '../../tools/doctor/mailbox.ts'
import { signUpCheck } from '../../tools/doctor/mails.ts'
import { cookiesCheck } from '../../tools/doctor/sessions.ts'
import * as site from '../../tools/doctor/site.ts'
import { runChecks } from '../../tools/doctor/visit.ts'
import type { Check, Verdict, Visit } from '../../tools/doctor/visit.ts'

/** The checks that are not well, by name, each with its reason. */
export const problemsOf = (verdicts: readonly Verdict[]): Record<string, string> =>
  Object.fromEntries(
    verdicts.flatMap((verdict): [string, string][] => {
      if (verdict.outcome === 'well') return []
      return [[verdict.name, verdict.outcome === 'ill' ? verdict.seen : `not tried: ${verdict.why}`]]
    }),
  )

const signedOut = new Set<unknown>([...Object.values(site), ...[providersCheck, callerCheck, limitCheck]])

/** Runs these checks alone, in the order of a visit, and what each of them needs before and after. */
export function runOnly(visit: Visit, ...only: Check[]): Promise<Verdict[]> {
  const around = only.every((check) => signedOut.has(check)) ? [] : [signUpCheck, cookiesCheck, leavesNothingCheck]
  const chosen = new Set([callerCheck, ...around, ...only])
  return runChecks(
    visit,
    familyChecks.filter((check) => chosen.has(check)),
  )
}

/** Asserts that this check is not well, for that reason. */
export function assertProblem(verdicts: readonly Verdict[], { name }: Check, reason: RegExp): void {
  const problem = problemsOf(verdicts)[name] ?? ''
  assert.match(problem, reason, `${name}: ${problem}`)
}

/** The command as a process of its own. */
export function startDoctor(args: readonly string[], env: Record<string, string> = {}) {
  const main = fileURLToPath(new URL('../../tools/doctor/main.ts', import.meta.url))
  const process = new Deno.Command(Deno.execPath(), {
    args: ['run', '-A', '--no-check', main, ...args],
    env: { NO_COLOR: '1', DENO_NO_UPDATE_CHECK: '1', ...env },
    stdin: 'piped',
    stdout: 'piped',
    stderr: 'piped',
  }).spawn()
  const typed = process.stdin.getWriter()
  return {
    process,
    /** As a person does who has waited for the mail, whose program writes the "#" in its own way. */
    async paste(mails: MailReader, ...asked: Parameters<MailReader['linkTo']>): Promise<void> {
      let link: string | undefined
      for (let tries = 0; link === undefined && tries < 60; tries++) link = await mails.linkTo(...asked)
      await typed.write(new TextEncoder().encode(`${link?.replace('#', '%23') ?? ''}\n`)).catch(() => {})
    },
    async end(): Promise<{ code: number; said: string }> {
      const { code, stdout, stderr } = await process.output()
      await typed.abort().catch(() => {})
      return { code, said: new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr) }
    },
  }
}

/** The mails of that stack as they lead to the site at `address`, or where `lead` has them lead. */
export const mailsOf = (
  { postgres }: OwnStack,
  address: string,
  lead = (link: string) => link.replace(/^https?:\/\/[^/]+/, address),
): MailReader => ({
  async linkTo(email, type) {
    const sql = postgres.connect('supabase_admin', 1)
    let link: string | undefined
    for (let tries = 0; link === undefined && tries < 10; tries++) {
      await delay(tries * 10)
      const [mail] = await sql<{ html: string }[]>`
        select html from auth.mails where recipient = ${email} and html like ${`%type=${type}%`} order by id desc`
      link = /href="([^"]*token[^"]*)"/.exec(mail?.html ?? '')?.[1]
    }
    await sql.end()
    return link && lead(link.replaceAll('&amp;', '&'))
  },
})

/** Counts the accounts that visits have made and not deleted. */
export const visitsLeft = async ({ sql }: OwnStack): Promise<number> =>
  (await sql`select from auth.users where email like '%visit%'`).length
