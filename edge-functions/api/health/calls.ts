import type { Health } from '../../../domain/contract/health.ts'
import { version } from '../../../domain/contract/version.ts'
import type { RouteName } from '../../../domain/contract/routes.ts'
import type { CallHandler } from '../call.ts'
import { isEncrypted, isLoopback } from '../database/socket.ts'

// The cheapest request of each service.
const pathOf = { auth: '/auth/v1/health', realtime: '/realtime/v1/api/ping', storage: '/storage/v1/status' } as const

// Monitoring must learn within two seconds that a service hangs.
const timeoutMs = 1500

export const healthCalls = {
  health: {
    open: true,
    async run({ database, settings }, { address }) {
      const probe = (service: keyof typeof pathOf) =>
        probeUrl(`${settings.supabaseUrl}${pathOf[service]}`, settings.publishableKey)
      const [isUp, auth, realtime, storage] = await Promise.all([
        database.isUp(timeoutMs),
        probe('auth'),
        probe('realtime'),
        probe('storage'),
      ])
      const parts = { database: isUp ? 'ok' : 'down', auth, realtime, storage } as const
      const server = settings.database?.server
      const status = Object.values(parts).includes('down') ? 'down' : 'ok'
      const health: Health = {
        status,
        version,
        ...parts,
        caller: address ?? null,
        databaseTls: server === undefined || isLoopback(server.host) ? null : isEncrypted(server),
      }
      return { json: JSON.stringify(health), status: status === 'ok' ? 200 : 503 }
    },
  },
} as const satisfies Partial<Record<RouteName, CallHandler>>

async function probeUrl(url: string, apikey: string): Promise<'ok' | 'down' | 'absent'> {
  try {
    const answer = await fetch(url, { headers: { apikey }, signal: AbortSignal.timeout(timeoutMs) })
    await answer.body?.cancel()
    if (answer.status === 501) return 'absent'
    // Any response of the service itself, even a refusal, shows that it is alive.
    return answer.status < 500 ? 'ok' : 'down'
  } catch {
    return 'down'
  }
}
