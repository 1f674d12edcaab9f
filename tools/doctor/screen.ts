import { RealtimeClient } from '@supabase/realtime-js'
import type { RealtimeAccess } from '../../domain/contract/auth.ts'
import { Finding } from './visitor.ts'

/** What a screen has heard, and when on the clock of `performance.now()`. */
export type Heard = { event: string; payload: Record<string, unknown>; at: number }

/** A second screen with the library that the app uses. */
export type Screen = {
  heard: readonly Heard[]
  /** Resolves as soon as something that is wanted was heard; a Finding after 10 seconds without. */
  hears(wanted: (news: Heard) => boolean, otherwise: string): Promise<Heard>
  close(): Promise<void>
}

/** Listens to the family's topic; a Finding where it may not or cannot. */
export async function openScreen(address: string, access: RealtimeAccess): Promise<Screen> {
  const url = new URL(access.url, address).href.replace(/^http/, 'ws').replace(/\/websocket$/, '')
  const client = new RealtimeClient(url, { params: { apikey: access.publishableKey } })
  const close = async () => {
    await client.removeAllChannels()
    await client.disconnect()
  }
  const heard: Heard[] = []
  let listeners: ((news: Heard) => void)[] = []
  try {
    await client.setAuth(access.token)
    const joined = Promise.withResolvers<void>()
    client
      .channel(access.topic, { config: { private: true } })
      .on('broadcast', { event: '*' }, (message) => {
        const news: Heard = { event: message.event, payload: message['payload'], at: performance.now() }
        heard.push(news)
        for (const listener of listeners) listener(news)
      })
      .subscribe((status, error) => {
        if (status === 'SUBSCRIBED') joined.resolve()
        else if (status !== 'CLOSED') joined.reject(new Finding(`The channel answered ${status}${error === undefined ? '' : `: ${error.message}`}.`))
      })
    await within(10_000, joined.promise, 'The live connection did not open within 10 seconds.')
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
    close,
  }
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
