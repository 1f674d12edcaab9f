import { readFileSync } from 'node:fs'

const file = readFileSync(new URL('../deploy/supabase.Caddyfile', import.meta.url), 'utf8')
const [, calls = '[]'] =
  /@auth expression `\{method\} \+ " " \+ \{path\} in (\[.*\])`\n\thandle @auth /.exec(file) ?? []

/** The calls of Auth that the proxy of a self-hosted Supabase exposes, as `GET /auth/v1/settings`, with any query. */
export const exposedAuthCalls: readonly string[] = JSON.parse(calls)

/** Returns a call's entry in `exposedAuthCalls`; undefined when it is not exposed. */
export const exposedAuthCall = (method: string, url: string): string | undefined =>
  exposedAuthCalls.find((call) => call === `${method} ${new URL(url).pathname}`)
