import { readFileSync } from 'node:fs'

const file = readFileSync(new URL('../../../deploy/supabase.Caddyfile', import.meta.url), 'utf8')
const [, byPath = '[]', byUri = '[]'] =
  /@auth expression `\{method\} \+ " " \+ \{path\} in (\[.*\])\s+\|\| \{method\} \+ " " \+ \{uri\} in (\[.*\])`\n\thandle @auth /.exec(file) ?? []

/** The calls of Auth that the proxy of a self-hosted Supabase leads out, as `GET /auth/v1/user`: some with any query, some with one alone. */
export const ledOut: readonly string[] = [...JSON.parse(byPath), ...JSON.parse(byUri)]

/** That call as `ledOut` has it; undefined when it is not led out. */
export function ledOutAs(method: string, url: string): string | undefined {
  const { pathname, search } = new URL(url)
  return ledOut.find((call) => call === `${method} ${pathname}${search}` || (!call.includes('?') && call === `${method} ${pathname}`))
}
