// The bare floor: what HTTP, one transaction, a notification and a websocket cost on this machine,
// with the same Postgres and the same runtime, but no sign-in, no rules and no contract.
import { startPostgres } from '../embedded/postgres/server.ts'

const [folder = '', port = '0'] = Deno.args
await Deno.mkdir(folder, { recursive: true })
const server = await startPostgres({ folder })
const sql = server.connect('supabase_admin', 8)
await sql.unsafe(`
  create table if not exists cards (id int primary key, board int not null, lane int not null, title text not null, note text not null, icon text not null,
    gems int not null, people uuid[] not null, made_at timestamptz not null default now());
  create index if not exists cards_board_idx on cards (board);
  insert into cards select n, 1, 0, 'Quest number ' || n, 'A few words that say what there is to do', '🧹', 20, array[gen_random_uuid()] from generate_series(1, 200) n on conflict do nothing;
`)
const sockets = new Set<WebSocket>()
await sql.listen('moves', (payload) => {
  for (const socket of sockets) if (socket.readyState === WebSocket.OPEN) socket.send(payload)
})

let isStopping = false
// Requests that are under way while it stops fail with their connection.
const onError = (error: unknown) => {
  if (!isStopping) console.error(error)
  return new Response(null, { status: 500 })
}

Deno.serve(
  { port: Number(port), hostname: '127.0.0.1', onListen: ({ port }) => console.log(`ready ${port}`), onError },
  async (request) => {
    if (request.headers.get('upgrade') === 'websocket') {
      const { socket, response } = Deno.upgradeWebSocket(request)
      socket.onopen = () => sockets.add(socket)
      socket.onclose = () => sockets.delete(socket)
      return response
    }
    if (request.method === 'PATCH') {
      const { id, lane } = await request.json()
      const [row] = await sql`
      with moved as (update cards set lane = ${lane} where id = ${id} returning *)
      select row_to_json(moved)::text as json, pg_notify('moves', row_to_json(moved)::text) from moved`
      return new Response(row?.['json'], { headers: { 'content-type': 'application/json' } })
    }
    const [row] = await sql`select json_agg(cards)::text as json from cards where board = 1`
    return new Response(row?.['json'], { headers: { 'content-type': 'application/json' } })
  },
)

const stop = async () => {
  isStopping = true
  await sql.end({ timeout: 1 })
  await server.stop()
  Deno.exit(0)
}
Deno.addSignalListener('SIGTERM', () => void stop())
