import postgres from 'postgres'
import type { DatabaseAddress } from './address.ts'
import { poolOptions, sessionSettings } from './database.ts'
import { connectToDatabase, destroyWhenSilent } from './socket.ts'

type PoolSettings = {
  /** Behind a transaction pooler, which takes neither prepared statements nor settings of a session. */
  pooled: boolean
  connectTimeoutSeconds?: number
  /** After so long without a sign of the database, in milliseconds, a connection is given up. */
  silenceLimitMs?: number
}

/** The connections of one instance of the function. */
export function openPool(
  { server, user, password, database }: DatabaseAddress,
  { pooled, connectTimeoutSeconds = 10, silenceLimitMs }: PoolSettings,
): postgres.Sql {
  const options = {
    ...server,
    user,
    password,
    database,
    // A project runs many instances of the function at once, and the pooler of a small one takes 200 clients.
    max: 2,
    prepare: !pooled,
    idle_timeout: 60,
    connect_timeout: connectTimeoutSeconds,
    ...poolOptions,
    ...(!pooled && { connection: sessionSettings }),
    // `socket` is missing in the types of postgres.js.
    socket: () => destroyWhenSilent(connectToDatabase(server), silenceLimitMs),
  }
  return postgres(options)
}
