import * as z from 'zod/mini'
import { familyOf } from './account.ts'
import type { Check, Visit } from './checks.ts'
import { joinPublicly, openScreen } from './screen.ts'
import { found, read } from './visitor.ts'

const AuthSettings = z.object({ external: z.record(z.string(), z.boolean()) })

/** What every browser gets must open nothing: the address of Supabase and the publishable key. */
export const doors: readonly Check[] = [
  {
    name: 'No live channel is open to everybody',
    remedy: 'On a hosted project switch it off: Realtime, Settings, Allow public access. On your own Supabase: docs/self-hosted-supabase.md, step 6.',
    async run(visit) {
      const { visitor, address } = visit
      familyOf(visit)
      const outcome = await joinPublicly(address, await visitor.call('realtimeAccess', {}))
      if (outcome === 'SUBSCRIBED') return found('With the publishable key alone a public channel can be joined, and messages be sent on it.')
      if (!outcome.includes('PrivateOnly')) return found(`A public channel answered ${outcome}.`)
    },
  },
  {
    name: 'On the topic of a family only the database speaks',
    remedy: 'The policies of the live topics come with the migrations: `npm run hosted -- db push`, on your own Supabase `npx supabase db push --db-url …`.',
    run: speakAsDatabase,
  },
  {
    name: 'The publishable key opens no table',
    remedy: 'Take back what was granted to anon: the migrations grant it nothing.',
    async run({ visitor, address }) {
      const { url, publishableKey } = await visitor.call('authAccess', {})
      const tables = new URL(url.replace(/auth\/v1$/, 'rest/v1/families?select=id&limit=1'), address)
      const response = await fetch(tables, { headers: { apikey: publishableKey }, signal: AbortSignal.timeout(20_000) })
      // Where the table API is closed, the app may answer in its place.
      if (Array.isArray(read(await response.text()))) return found(`The table API answered ${response.status} with a list of families.`)
    },
  },
  {
    name: 'Accounts are made by e-mail and password alone',
    remedy: 'Switch the others off: Authentication, Sign In / Providers. On your own Supabase they are the settings GOTRUE_EXTERNAL_… of the service auth.',
    async run({ visitor, address }) {
      const { url, publishableKey } = await visitor.call('authAccess', {})
      const response = await fetch(new URL(`${url}/settings`, address), { headers: { apikey: publishableKey }, signal: AbortSignal.timeout(20_000) })
      const text = await response.text()
      const settings = AuthSettings.safeParse(read(text))
      if (!settings.success) return found(`Auth answered for its settings ${response.status}: ${text.slice(0, 120)}`)
      const open = Object.entries(settings.data.external).filter(([way, isOpen]) => isOpen && way !== 'email')
      if (open.length > 0) return found(`Auth also lets people in by ${open.map(([way]) => way).join(', ')}.`)
    },
  },
]

/** Speaks on the family's topic in every way that a device has, then waits for true news behind it. */
async function speakAsDatabase(visit: Visit): Promise<void> {
  const { visitor, address } = visit
  const { familyId } = familyOf(visit)
  const access = await visitor.call('realtimeAccess', {})
  const screen = await openScreen(address, access)
  const speaker = await openScreen(address, access)
  try {
    // No app knows an event of this name.
    const event = 'visit.forged'
    await speaker.speakAsDatabase(event)
    for (const bearer of [access.token, access.publishableKey]) {
      const response = await fetch(new URL(`${access.url}/api/broadcast`, address), {
        method: 'POST',
        headers: { apikey: access.publishableKey, authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
        body: JSON.stringify({ messages: [{ topic: access.topic, event, payload: {}, private: true }] }),
        signal: AbortSignal.timeout(20_000),
      })
      await response.body?.cancel()
    }
    const [column = found('The board has no column.')] = await visitor.call('columns', { familyId })
    await visitor.call('editColumn', { columnId: column.id }, { title: column.title })
    await screen.hears((news) => news.event === 'column.saved', 'The news of a change did not arrive within 10 seconds.')
    if (screen.heard.some((news) => news.event === event)) return found('What a device said there was heard by the others.')
  } finally {
    await speaker.close()
    await screen.close()
  }
}
