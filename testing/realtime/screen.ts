import { RealtimeClient } from '@supabase/supabase-js'
import type { RealtimeAccess } from '../../domain/contract/auth.ts'
import type { TestStack } from '../stack.ts'
import { Inbox } from './inbox.ts'

export type HeardBroadcast = { type: 'broadcast'; event: string; payload: Record<string, unknown> }

/**
 * Opens a screen with the app's live library; `joined` is the result of the join, `ended` resolves with the status of
 * the end of its channel.
 */
export async function openScreen(stack: Pick<TestStack, 'url'>, access: RealtimeAccess, topic = access.topic) {
  const client = new RealtimeClient(`${stack.url.replace('http', 'ws')}${access.url}`, {
    params: { apikey: access.publishableKey },
    accessToken: () => Promise.resolve(access.token),
  })
  await client.setAuth()
  const news = new Inbox<HeardBroadcast>()
  const channel = client.channel(topic, { config: { private: true } })
  channel.on('broadcast', { event: '*' }, (message) => news.put(message as HeardBroadcast))
  const joined = Promise.withResolvers<string>()
  const ended = Promise.withResolvers<string>()
  channel.subscribe((status) => {
    joined.resolve(status)
    if (status !== 'SUBSCRIBED') ended.resolve(status)
  })
  return {
    news,
    joined: await joined.promise,
    ended: ended.promise,
    send: (event: string, payload: object) => channel.send({ type: 'broadcast', event, payload }),
    async [Symbol.asyncDispose]() {
      await client.removeAllChannels()
      await client.disconnect()
    },
  }
}
