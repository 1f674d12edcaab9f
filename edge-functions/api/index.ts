import postgres from 'postgres'
import { createApi } from './app.ts'
import { poolOptions, sessionSettings } from './database/database.ts'
import { connectToDatabase, destroyWhenSilent } from './database/socket.ts'
import { readSettings } from './settings.ts'
import { throughProxy } from './through-proxy.ts'

const settings = readSettings(Deno.env.toObject())
if (settings.database === undefined) throw new Error('SUPABASE_DB_URL or BUBBLEQUEST_DB_URL must be set')
const { server, user, password, database } = settings.database

const options = {
  ...server,
  user,
  password,
  database,
  // A project runs many instances of the function at once, and the pooler of a small one takes 200 clients.
  max: 2,
  prepare: !settings.pooled,
  idle_timeout: 60,
  connect_timeout: 10,
  ...poolOptions,
  ...(!settings.pooled && { connection: sessionSettings }),
  // `socket` is missing in the types of postgres.js.
  socket: () => destroyWhenSilent(connectToDatabase(server)),
}
const sql = postgres(options)
const api = createApi(settings, sql)

export default { fetch: (request: Request) => throughProxy(api, settings.proxySecret, request) }
