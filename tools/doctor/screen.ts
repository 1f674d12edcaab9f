import { RealtimeClient } from '@supabase/supabase-js'
import type { RealtimeChannel } from '@supabase/supabase-js'
import type { RealtimeAccess } from '../../domain/contract/auth.ts'
import { Finding, found } from './visitor.ts'

/** What a screen has heard, and when on the clock of `performance.now()`. */
export type Heard = { topic: string; event: string; payload: Record<string, unknown>; at: number }

/** A second screen with the library that the app uses. */
export type Screen = {
  heard: readonly Heard[]
  /** Resolves as soon as something that is wanted was heard; a Finding after 10 seconds without. */
  hears(wanted: (news: Heard) => boolean, otherwise: string): Promise<Heard>
  /** Tries to speak on the topic where only the database may. */
  speakAsDatabase(event: string): Promise<void>
  close(): Promise<void>
}

/** Listens to both of the family's topics; a Finding where it may not or cannot. */
export async function openScreen(address: string, access: RealtimeAccess): Promise<Screen> {
  const client = connect(address, access)
  const close = () => disconnect(client)
  const heard: Heard[] = []
  let listeners: ((news: Heard) => void)[] = []
  const listenTo = (topic: string) =>
    client.channel(topic, { config: { private: true } }).on('broadcast', { event: '*' }, (message) => {
      const news: Heard = { topic, event: message.event, payload: message['payload'], at: performance.now() }
      heard.push(news)
      for (const listener of listeners) listener(news)
    })
  const family = listenTo(access.topic)
  try {
    await client.setAuth(access.token)
    for (const outcome of await Promise.all([family, listenTo(access.devicesTopic)].map(joined))) {
      if (outcome !== 'SUBSCRIBED') return found(`The channel answered ${outcome}.`)
    }
  } catch (error) {
    await close()
    throw error
  }
  return {
    heard,
    async hears(wanted, otherwise) {
      const { promise, resolve } = Promise.withResolvers<Heard>()
      const listener = (news: Heard) => wanted(news) && resolve(news)
      listeners.push(listener)
      const before = heard.find(wanted)
      if (before !== undefined) resolve(before)
      try {
        return await within(10_000, promise, otherwise)
      } finally {
        listeners = listeners.filter((other) => other !== listener)
      }
    },
    async speakAsDatabase(event) {
      await family.send({ type: 'broadcast', event, payload: {} })
    },
    close,
  }
}

/** How joining a channel ended that is open to everybody who has the publishable key: `SUBSCRIBED`, or why not. */
export async function joinPublicly(address: string, access: RealtimeAccess): Promise<string> {
  const client = connect(address, access)
  try {
    return await joined(client.channel(`visit-${crypto.randomUUID()}`))
  } finally {
    await disconnect(client)
  }
}

function connect(address: string, access: RealtimeAccess): RealtimeClient {
  const url = new URL(access.url, address).href.replace(/^http/, 'ws').replace(/\/websocket$/, '')
  return new RealtimeClient(url, { params: { apikey: access.publishableKey } })
}

async function disconnect(client: RealtimeClient): Promise<void> {
  await client.removeAllChannels()
  await client.disconnect()
}

/** `SUBSCRIBED`, or why not. */
function joined(channel: RealtimeChannel): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  channel.subscribe((status, error) => resolve(error === undefined ? status : `${status}: ${error.message}`))
  return within(10_000, promise, 'The live connection did not open within 10 seconds.')
}

async function within<T>(milliseconds: number, work: Promise<T>, otherwise: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => (timer = setTimeout(() => reject(new Finding(otherwise)), milliseconds)))
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
