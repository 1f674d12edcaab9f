import postgres from 'postgres'
import { startPostgres } from '../../embedded/postgres/server.ts'
import { bootstrappedFolder } from '../template.ts'
import { createTokens, newSigningKey } from '../../embedded/tokens.ts'
import type { Claims, Tokens } from '../../embedded/tokens.ts'
import { createRealtime } from '../../embedded/realtime/service.ts'
import type { RealtimeDeps, RealtimeService } from '../../embedded/realtime/service.ts'
import { RawClient } from './raw-client.ts'

export const publishableKey = 'sb_publishable_test'

/**
 * Mia belongs to family 1 and may send there; Grandma may only receive; Max belongs to family 2. A topic without a
 * colon is open to all.
 */
export const mia = '00000000-0000-4000-8000-000000000001'
export const grandma = '00000000-0000-4000-8000-000000000002'
export const max = '00000000-0000-4000-8000-000000000003'

const schema = `
  create table public.seats (topic text, user_id uuid, may_speak boolean not null);
  insert into public.seats values
    ('family:1', '${mia}', true), ('family:1', '${grandma}', false), ('family:2', '${max}', true);
  grant select on public.seats to authenticated;
  create policy "Members of a family hear it" on realtime.messages for select to authenticated
    using (exists (select from public.seats where seats.topic = (select realtime.topic()) and user_id = (select auth.uid())));
  create policy "Some of them speak" on realtime.messages for insert to authenticated
    with check (exists (select from public.seats where seats.topic = (select realtime.topic()) and user_id = (select auth.uid()) and may_speak));
  create policy "Anybody is in a yard" on realtime.messages to anon, authenticated
    using ((select realtime.topic()) not like '%:%') with check ((select realtime.topic()) not like '%:%');`

const clients = new Set<RawClient>()
Deno.test.afterEach(async () => {
  await Promise.all([...clients].map((client) => client.close()))
  clients.clear()
})

type Settings = Partial<Pick<RealtimeDeps, 'limits' | 'uptime'>>

/** A database for the tests of one file, which end it. */
export type TestRealtime = {
  sql: postgres.Sql
  /** As the role that migrations run as. */
  asPostgres: postgres.Sql
  /** The same in a pool of its own, whose notices go to `onNotice`. */
  listenAsPostgres(onNotice: (notice: postgres.Notice) => void): postgres.Sql
  tokens: Tokens
  /**
   * A service of its own in front of this database, on a port of its own; ended with the file, unless the test does.
   */
  open(deps?: Settings): Promise<TestRealtimeService>
  tokenOf(user: string, claims?: Claims): Promise<string>
}

export type TestRealtimeService = {
  service: RealtimeService
  /** `http://localhost:…` */
  address: string
  /**
   * Opens a websocket, which is closed after the test, and waits until it is open. `token` is the publishable key
   * unless given; `from` is the caller's address.
   */
  openClient(options?: { token?: string; from?: string }): Promise<RawClient>
  /** The same with the token of that user. */
  openClientOf(user: string, claims?: Claims): Promise<RawClient>
  close(): Promise<void>
}

export async function openTestRealtime(): Promise<TestRealtime> {
  const folder = await bootstrappedFolder()
  const server = await startPostgres({ folder })
  const sql = server.connect('supabase_admin', 20)
  const asPostgres = server.connect('postgres', 4)
  await asPostgres.unsafe(schema)
  const tokens = await createTokens('a secret that is long enough for the tests', [await newSigningKey()])

  const tokenOf: TestRealtime['tokenOf'] = (user, claims = {}) =>
    tokens.sign({ sub: user, role: 'authenticated', exp: Math.floor(Date.now() / 1000) + 3600, ...claims })

  const opened = new Set<TestRealtimeService>()
  Deno.test.afterAll(async () => {
    for (const each of opened) await each.close()
    await Promise.all([sql.end(), asPostgres.end()])
    await server.stop()
    await Deno.remove(folder, { recursive: true })
  })
  return {
    sql,
    asPostgres,
    listenAsPostgres(onNotice) {
      const options = asPostgres.options as unknown as postgres.Options<Record<string, never>>
      return postgres({ ...options, max: 1, onnotice: onNotice })
    },
    tokens,
    async open(deps = {}) {
      const one = await open(sql, tokens, deps, tokenOf, () => opened.delete(one))
      opened.add(one)
      return one
    },
    tokenOf,
  }
}

async function open(
  sql: postgres.Sql,
  tokens: Tokens,
  deps: Settings,
  tokenOf: TestRealtime['tokenOf'],
  onClose: () => void,
): Promise<TestRealtimeService> {
  const service = createRealtime({ sql, tokens, ...deps })
  const server = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen() {} }, (request) => {
    const { searchParams } = new URL(request.url)
    const key = searchParams.get('apikey') ?? undefined
    return service.fetch(
      request,
      key === publishableKey ? tokens.anonToken : key,
      searchParams.get('address') ?? '127.0.0.1',
    )
  })
  const address = `http://127.0.0.1:${server.addr.port}`
  await service.ready
  const openClient: TestRealtimeService['openClient'] = async ({ token = publishableKey, from = '127.0.0.1' } = {}) => {
    const client = await RawClient.open(
      `${address.replace('http', 'ws')}/websocket?apikey=${token}&vsn=2.0.0&address=${from}`,
    )
    clients.add(client)
    return client
  }
  return {
    service,
    address,
    openClient,
    openClientOf: async (user, claims) => openClient({ token: await tokenOf(user, claims) }),
    async close() {
      onClose()
      await service.close()
      await server.shutdown()
    },
  }
}
