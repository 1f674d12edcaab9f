import type { BrowserContext } from '@playwright/test'
import { RealtimeClient } from '@supabase/supabase-js'

/** The official client, with what the server tells this login, on whichever topic: that of the devices unless said. */
export async function joinAs(context: BrowserContext, baseURL: string | undefined, topic?: string) {
  const access = await (await context.request.get('/api/auth/realtime')).json()
  const url = new URL(access.url, baseURL)
  url.protocol = 'ws'
  const client = new RealtimeClient(url.href, {
    params: { apikey: access.publishableKey },
    accessToken: async () => access.token,
  })
  await client.setAuth()
  const channel = client.channel(topic ?? access.devicesTopic, {
    config: { private: true, presence: { enabled: true } },
  })
  const status = await new Promise<string>((resolve) => channel.subscribe(resolve))
  return { client, channel, status, topic: String(access.devicesTopic), familyTopic: String(access.topic) }
}
