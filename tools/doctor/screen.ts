import { setTimeout as delay } from 'node:timers/promises'
import { RealtimeClient } from '@supabase/supabase-js'
import type { RealtimeChannel } from '@supabase/supabase-js'
import type { RealtimeAccess } from '../../domain/contract/auth.ts'
import { found } from './visitor.ts'

/** An event that a screen has received; `at` is a time of `performance.now()`. */
export type ScreenEvent = { topic: string; event: string; payload: Record<string, unknown>; at: number }

/** A second screen with the library that the app uses. */
export type Screen = Awaited<ReturnType<typeof openScreen>>

/** Listens to both of the family's topics; a Finding where it may not or cannot. */
export async function openScreen(address: string, access: RealtimeAccess) {
  await using opening = new AsyncDisposableStack()
  const client = opening.use(connect(address, access))
  const heard: ScreenEvent[] = []
  const listenTo = (topic: string) =>
    client.channel(topic, { config: { private: true } }).on('broadcast', { event: '*' }, (message) => {
      heard.push({ topic, event: message.event, payload: message['payload'], at: performance.now() })
    })
  await client.setAuth(access.token)
  for (const outcome of await Promise.all([access.topic, access.devicesTopic].map(listenTo).map(joined)))
    if (outcome !== 'SUBSCRIBED') found(`The live connection did not open: ${outcome}.`)
  const open = opening.move()
  return {
    heard,
    /** Resolves as soon as a wanted event has arrived; throws a Finding after 10 seconds without. */
    async hears(wanted: (news: ScreenEvent) => boolean, otherwise: string): Promise<ScreenEvent> {
      for (const end = Date.now() + 10_000; Date.now() < end; await delay(5)) {
        const news = heard.find(wanted)
        if (news !== undefined) return news
      }
      return found(otherwise)
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

/** Speaks on the topic of the family, where only the database may. */
export async function broadcastOnce(address: string, access: RealtimeAccess, event: string): Promise<void> {
  await using client = connect(address, access)
  const family = client.channel(access.topic, { config: { private: true } })
  await client.setAuth(access.token)
  await joined(family)
  await family.send({ type: 'broadcast', event, payload: {} })
}

/** How joining a channel ended that is open to everybody who has the publishable key: `SUBSCRIBED`, or why not. */
export async function joinPublicly(address: string, access: RealtimeAccess): Promise<string> {
  await using client = connect(address, access)
  return await joined(client.channel(`visit-${crypto.randomUUID()}`))
}

function connect(address: string, access: RealtimeAccess): RealtimeClient & AsyncDisposable {
  const url = new URL(access.url, address).href.replace(/^http/, 'ws').replace(/\/websocket$/, '')
  const client = new RealtimeClient(url, { params: { apikey: access.publishableKey } })
  return Object.assign(client, {
    async [Symbol.asyncDispose]() {
      await client.removeAllChannels()
      await client.disconnect()
    },
  })
}

/** `SUBSCRIBED`, or why not, after 10 seconds at most. */
const joined = (channel: RealtimeChannel) =>
  new Promise<string>((resolve) =>
    channel.subscribe((status, error) => resolve(error === undefined ? status : `${status}: ${error.message}`), 10_000),
  )
