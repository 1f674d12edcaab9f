import postgres from 'postgres'
import { createApi } from './app.ts'
import { readSettings } from './settings.ts'

const settings = readSettings(Deno.env.toObject())
if (settings.databaseUrl === undefined) throw new Error('SUPABASE_DB_URL or BUBBLEQUEST_DB_URL must be set')

// Few connections for each instance of the function: a project runs many of them at once.
const sql = postgres(settings.databaseUrl, { max: 4, prepare: !settings.pooled, idle_timeout: 60, connect_timeout: 10, onnotice: () => {} })
const api = createApi(settings, sql)

export default { fetch: (request: Request) => api.fetch(request) }
