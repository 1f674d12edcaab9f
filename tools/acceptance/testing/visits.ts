import assert from 'node:assert/strict'
import type { OwnStack } from '../../../embedded/testing/stack.ts'
import { checks } from '../../doctor/checks.ts'
import type { Mailbox } from '../../doctor/checks.ts'
import { confirmByMail } from '../../doctor/mails.ts'
import { runChecks } from '../../doctor/visit.ts'
import type { Verdict } from '../../doctor/visit.ts'
import { Visitor } from '../../doctor/visitor.ts'
import { callerStory } from '../caller.ts'
import { findMailbox } from '../mail.ts'
import type { Acceptance, Story } from '../visit.ts'

/** An account for `operatorsFamily`. */
export const account = { email: 'operator@family.example', password: 'bubbles-and-gems' }

/** What is not well, with what was seen. */
export const troubles = (verdicts: readonly Verdict[]): Record<string, string> =>
  Object.fromEntries(
    verdicts.flatMap((verdict): [string, string][] => {
      if (verdict.outcome === 'well') return []
      return [[verdict.name, verdict.outcome === 'ill' ? verdict.seen : `not tried: ${verdict.why}`]]
    }),
  )

export const cookies = checks.looks.find(({ name }) => name.startsWith('Cookies')) ?? assert.fail()

/** Only these stories, and what they need before and after. */
export const acceptOnly = (visit: Acceptance, ...only: Story[]) => runChecks(visit, [cookies, callerStory, ...only, checks.leavesNothing], () => {})

/** Wraps a mailbox, and changes the links that it answers. */
export const withLinks = (mailbox: Mailbox | undefined, change: (link: string) => string): Mailbox => ({
  linkTo: async (...asked) => change((await mailbox?.linkTo(...asked)) ?? assert.fail('There is no mailbox')),
})

/** A link as a stack mails it whose site is at that address. */
export const atAddress = (address: string) => (link: string) => link.replace(/^https?:\/\/[^/]+/, address)

/** The same link as one of Supabase's own templates. */
export function asSupabaseWrites(link: string): string {
  const { origin, hash } = new URL(link)
  const said = new URLSearchParams(hash.slice(1))
  return `${origin}/auth/v1/verify?token=${said.get('token_hash')}&type=${said.get('type')}&redirect_to=${origin}`
}

export async function visitsLeft({ sql }: OwnStack): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select (select count(*) from auth.users where email like 'visit-%')::int + (select count(*) from public.family_members where display_name like '%Visit%')::int as count`
  return row?.count ?? assert.fail()
}

/** The account of whoever runs the place, and everything its family has. */
export async function operatorsFamily(stack: OwnStack): Promise<() => Promise<unknown>> {
  const send = async (path: string, body?: unknown, cookie = '') =>
    fetch(`${stack.url}${path}`, {
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json', cookie, 'x-forwarded-for': '198.51.100.250' },
    })
  const signedUp = await send('/api/auth/signup', { firstName: 'Olga', lastName: 'Operator', ...account })
  await signedUp.body?.cancel()
  if (signedUp.status === 202) {
    const mailbox = await findMailbox(stack.url, { code: stack.mailboxCode() })
    await confirmByMail(new Visitor(stack.url), mailbox ?? assert.fail(), account)
  }
  return async () => {
    const [row] = await stack.sql<Record<string, unknown>[]>`
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
