import { Hono } from 'hono'
import { routes } from '../../domain/contract/routes.ts'
import type { RouteName } from '../../domain/contract/routes.ts'
import { withAnswerHeaders } from './answer-headers.ts'
import { authCalls } from './auth/calls.ts'
import type { CallHandler, Deps } from './call.ts'
import { handleCall } from './call.ts'
import { commandCalls } from './commands.ts'
import { createDatabase } from './database/database.ts'
import { withDeadline } from './deadline.ts'
import { deviceCalls } from './devices/calls.ts'
import { createDigest } from './digest.ts'
import { createIdempotencyKeys } from './idempotency-keys.ts'
import { healthCalls } from './health/calls.ts'
import { practiceCalls } from './practice/calls.ts'
import { privacyCalls } from './privacy/calls.ts'
import { createCleanup } from './privacy/cleanup.ts'
import { pictureCalls } from './pictures/calls.ts'
import { showPicture } from './pictures/show-picture.ts'
import { createStorageServer } from './pictures/storage-server.ts'
import { memberCalls } from './members/calls.ts'
import { createPinHashes } from './members/pin-hashing.ts'
import { createRateLimits } from './rate-limits.ts'
import { Rate } from './rate.ts'
import { Refusal } from './refusal.ts'
import { createTokenVerifier } from './session/access-token.ts'
import { createAuthServer } from './session/auth-server.ts'
import { createLiveTokens } from './session/live-token.ts'
import { createSeal } from './session/seal.ts'
import { createPairedDevices } from './session/paired-device.ts'
import { createSessions } from './session/session.ts'
import type { Settings } from './settings.ts'
import postgres from 'postgres'

// Ten a second, for all devices of a family together.
const changesAMinute = 600

export type Api = {
  /** Handles a request; `address` is the caller's, from a trusted source. */
  fetch(request: Request, address?: string): Promise<Response>
  /** Deletes expired data if it is due; resolves when done. Each call to `fetch` does so too, after its response. */
  cleanUpIfDue(): Promise<void> | undefined
}

/**
 * Creates the whole /api on one connection pool. `sql` connects as a role that may become
 * `authenticated`; `report` gets bugs, never anything a family wrote.
 */
export function createApi(settings: Settings, sql: postgres.Sql, report: (bug: string) => void = console.error): Api {
  const auth = createAuthServer(settings)
  const database = createDatabase(sql)
  const seal = createSeal(settings.pinPepper)
  const digest = createDigest(settings.pinPepper)
  const liveTokens = createLiveTokens(settings.liveKey)
  const deps: Deps = {
    settings,
    auth,
    database,
    limits: createRateLimits(database, digest, settings),
    changes: new Rate(settings.rateLimits ? changesAMinute : Infinity, 60_000, () => performance.now()),
    pinHashes: createPinHashes(settings.pinPepper, settings.pinMemoryKib),
    storage: createStorageServer(settings),
    sessions: createSessions(
      auth,
      createTokenVerifier(`${settings.supabaseUrl}/auth/v1`, settings.jwtSecret),
      seal,
      createPairedDevices(liveTokens),
    ),
    seal,
    idempotencyKeys: createIdempotencyKeys(digest),
    digest,
    liveTokens,
  }
  const calls: Record<RouteName, CallHandler> = {
    ...commandCalls,
    ...authCalls,
    ...deviceCalls,
    ...memberCalls,
    ...pictureCalls,
    ...practiceCalls,
    ...privacyCalls,
    ...healthCalls,
  }

  const app = new Hono<{ Bindings: { address: string | undefined } }>()
  for (const name of Object.keys(routes) as RouteName[]) {
    const { method, path } = routes[name]
    app.on(method, path, (context) =>
      handleCall(
        deps,
        name,
        calls[name],
        { request: context.req.raw, address: context.env.address },
        context.req.param(),
      ),
    )
  }
  const paths = new Set(Object.values(routes).map((route) => route.path))
  // The only call whose response is not JSON; `/objects/…` of the app's own address leads here.
  app.get('/api/objects/:family/:name', (context) =>
    showPicture(
      deps,
      { request: context.req.raw, address: context.env.address },
      `${context.req.param('family')}/${context.req.param('name')}`,
    ),
  )
  for (const path of paths) app.all(path, () => new Refusal('method_not_allowed').response())
  app.notFound(() => new Refusal('unknown_address').response())
  app.onError((bug) => {
    report(stackWithoutData(bug))
    return new Refusal('unexpected').response()
  })
  const cleanup = createCleanup(deps)
  const cleanUpIfDue = () => {
    const running = cleanup()?.catch((bug: unknown) =>
      report(stackWithoutData(bug instanceof Error ? bug : new Error(String(bug)))),
    )
    if (running !== undefined) keepInstance(running)
    return running
  }
  return {
    async fetch(request, address) {
      const answer = await withDeadline(request.method, () => app.fetch(request, { address }))
      void cleanUpIfDue()
      return withAnswerHeaders(answer)
    },
    cleanUpIfDue,
  }
}

/** Keeps the instance alive for `work`: Supabase ends one that has sent its responses. Other runtimes need no call. */
function keepInstance(work: Promise<void>): void {
  const { EdgeRuntime: runtime } = globalThis as { EdgeRuntime?: { waitUntil(work: Promise<void>): void } }
  runtime?.waitUntil(work)
}

/**
 * Returns an error's kind and stack. Only our own messages are included: those of Postgres or of a parser may quote a
 * family's data.
 */
function stackWithoutData(bug: Error): string {
  const kind =
    bug instanceof postgres.PostgresError
      ? `PostgresError ${bug.code} in ${bug.routine}`
      : bug.name === 'Error'
        ? bug.message
        : bug.name
  const places = bug.stack?.split('\n').filter((line) => line.trimStart().startsWith('at ')) ?? []
  return [kind, ...places].join('\n')
}
