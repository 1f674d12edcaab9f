import { setTimeout as delay } from 'node:timers/promises'
import { RealtimeClient } from '@supabase/supabase-js'
import type { RealtimeChannel } from '@supabase/supabase-js'
import type { RealtimeAccess } from '../../domain/contract/auth.ts'
import { idempotencyKeyHeader, replayedHeader } from '../../domain/contract/routes.ts'
import { accountOf } from './account.ts'
import { deployAll, ownProxy } from './place.ts'
import type { Check, Visit } from './visit.ts'
import { expectAnswer, found, late } from './visitor.ts'

function connect({ address }: Visit, { url, publishableKey }: RealtimeAccess) {
  const socket = new URL(url, address).href.replace(/^http/, 'ws').replace(/\/websocket$/, '')
  const client = new RealtimeClient(socket, { params: { apikey: publishableKey } })
  return Object.assign(client, {
    async [Symbol.asyncDispose]() {
      await client.removeAllChannels()
      await client.disconnect()
    },
  })
}

/** `SUBSCRIBED`, or why not, as soon as the patience of the visit ends. */
const joined = (channel: RealtimeChannel, { patienceMs }: Visit) =>
  new Promise<string>((resolve) =>
    channel.subscribe((status, error) => resolve([status, error?.message].join(' ').trim()), patienceMs),
  )

/** Listens to the family's topics with the library of the app. */
export async function openScreen(visit: Visit, access: RealtimeAccess) {
  await using opening = new AsyncDisposableStack()
  const client = opening.use(connect(visit, access))
  await client.setAuth(access.token)
  const heard = new Set<string>()
  const topics = [access.topic, access.devicesTopic].map((topic) =>
    client
      .channel(topic, { config: { private: true } })
      .on('broadcast', { event: '*' }, ({ event }) => heard.add(event)),
  )
  for (const outcome of await Promise.all(topics.map((topic) => joined(topic, visit))))
    if (outcome !== 'SUBSCRIBED') await late(visit.visitor, `The live connection did not open: ${outcome}.`)
  const open = opening.move()
  return {
    /** Resolves as soon as an event of that name has arrived. */
    async hears(event: string): Promise<void> {
      for (const end = Date.now() + visit.patienceMs; Date.now() < end; await delay(5)) if (heard.has(event)) return
      await late(visit.visitor, 'The news of a change did not arrive in time.')
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

export const publicChannelCheck: Check = {
  name: 'No live channel is open to everybody',
  remedy: {
    ...deployAll,
    ownSupabase: 'Let Realtime refuse public channels: docs/self-hosted-supabase.md, step 6.',
    hosted: 'Switch it off in the dashboard: Realtime, Settings, Allow public access.',
    local: '`supabase start` has no switch for it: let nobody else reach it.',
  },
  async run(visit) {
    accountOf(visit)
    await using client = connect(visit, await visit.visitor.call('realtimeAccess', {}))
    const outcome = await joined(client.channel(`visit-${crypto.randomUUID()}`), visit)
    if (outcome === 'SUBSCRIBED')
      return found('With the publishable key alone a public channel can be joined, and messages be sent on it.')
    if (!outcome.includes('PrivateOnly')) await late(visit.visitor, `A public channel answered ${outcome}.`)
  },
}

export const liveNewsCheck: Check = {
  name: 'A change reaches another screen by itself, and happens once when it is sent again',
  remedy: {
    embedded: `Let the proxy lead websockets through, and pass Idempotency-Key on (${ownProxy}).`,
    ownSupabase:
      'Let websockets through to /realtime/v1/* and pass Idempotency-Key on, as deploy/supabase.Caddyfile does. Set BUBBLEQUEST_PUBLIC_URL=/ for the function, and look at `docker compose logs realtime`.',
    hosted:
      'Switch Realtime on, see that pages may connect to the project’s address (connect-src), and look at the quotas of Realtime. Where news are late, the function runs far from the database: set BUBBLEQUEST_DB_REGION at the proxy. Where a change ran again, take deploy/proxy.ts of this version, which passes Idempotency-Key on.',
    local: 'See that `npx supabase status` lists Realtime.',
  },
  async run(visit) {
    const { visitor } = visit
    const { familyId } = accountOf(visit)
    await using screen = await openScreen(visit, await visitor.call('realtimeAccess', {}))
    const garden = { id: crypto.randomUUID(), title: 'Garden', emoji: '🌱' }
    const sent = { body: garden, headers: { [idempotencyKeyHeader]: crypto.randomUUID() } }
    const begun = performance.now()
    const first = await visitor.ask('addColumn', { familyId }, sent)
    expectAnswer(first, 201, 'Adding a column')
    const again = await visitor.ask('addColumn', { familyId }, sent)
    if (again.headers.get(replayedHeader) !== 'true' || again.text !== first.text)
      return found('Sent again with its key, a change ran again.')
    await screen.hears('column.saved')
    return `after ${Math.round(performance.now() - begun)} ms`
  },
}
