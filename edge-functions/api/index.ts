import { createApi } from './app.ts'
import { openPool } from './database/pool.ts'
import { readSettings } from './settings.ts'
import { throughProxy } from './through-proxy.ts'

const settings = readSettings(Deno.env.toObject())
if (settings.database === undefined) throw new Error('SUPABASE_DB_URL or BUBBLEQUEST_DB_URL must be set')
const api = createApi(settings, openPool(settings.database, settings))

export default { fetch: (request: Request) => throughProxy(api, settings.proxySecret, request) }
