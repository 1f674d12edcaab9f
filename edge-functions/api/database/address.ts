import { isLoopback } from './socket.ts'
import type { DatabaseServer, Tls } from './socket.ts'

export type DatabaseAddress = { server: DatabaseServer; user: string; password: string; database: string }

const tlsOfMode: Readonly<Record<string, Tls>> = {
  disable: 'never',
  allow: 'where it is offered',
  prefer: 'where it is offered',
  require: 'always',
  'verify-ca': 'always',
  'verify-full': 'always',
}

/**
 * Reads `postgresql://user:password@host:port/database?sslmode=…`, user and password percent-encoded or not; errors
 * omit the password. Without `sslmode` TLS is required to every host but this machine; for a name without a dot, as
 * containers have, it is optional.
 */
export function readDatabaseAddress(address: string, ca: string | undefined): DatabaseAddress {
  if (!URL.canParse(address))
    throw new Error('The address of the database cannot be read: a password in it has to be percent-encoded')
  const url = new URL(address)
  if (!/^postgres(ql)?:$/.test(url.protocol))
    throw new Error('The address of the database has to begin with postgresql://')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const mode = url.searchParams.get('sslmode')
  const tls = mode === null ? tlsOf(host) : tlsOfMode[mode]
  if (tls === undefined) throw new Error(`The address of the database has the sslmode ${mode}, which there is not`)
  return {
    server: { host, port: Number(url.port || 5432), tls, ca },
    user: decoded(url.username),
    password: decoded(url.password),
    database: decoded(url.pathname.slice(1)) || 'postgres',
  }
}

function tlsOf(host: string): Tls {
  if (isLoopback(host)) return 'never'
  return /[.:]/.test(host) ? 'always' : 'where it is offered'
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Error('The address of the database has a % that begins no percent-encoded character: write it as %25')
  }
}
