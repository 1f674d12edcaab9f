import postgres from 'postgres'

/** A pool or a transaction on it. */
export type Sql = postgres.Sql | postgres.TransactionSql

/**
 * The roles a connection can be made as: the superuser of the installation, and the one migrations and functions use.
 */
export type Role = 'supabase_admin' | 'postgres'

/** The Unix socket of a running Postgres. */
export type Socket = { folder: string; port: number }

/** The file of the socket. */
export const socketFile = ({ folder, port }: Socket): string => `${folder}/.s.PGSQL.${port}`

/** A pool of at most `max` connections, opened on demand. */
export const connectTo = (
  socket: Socket,
  role: Role,
  max: number,
  database = 'postgres',
  options: postgres.Options<Record<string, never>> = {},
): postgres.Sql =>
  postgres({
    host: socket.folder,
    port: socket.port,
    path: socketFile(socket),
    username: role,
    database,
    max,
    onnotice: () => {},
    ...options,
    connection: { application_name: 'bubblequest', ...options.connection },
  })

/**
 * One pool whose transactions have connections of their own: `begin` takes one of `transactions`, all else one of
 * `statements`. postgres.js 3.4 mishandles a connection on which BEGIN is the hundredth pending query (its issue 823):
 * the caller gets UNSAFE_TRANSACTION, and later queries on that connection run in a transaction that is never ended.
 */
export function withOwnTransactions(statements: postgres.Sql, transactions: postgres.Sql): postgres.Sql {
  const end = statements.end
  return Object.assign(statements, {
    begin: transactions.begin,
    end: async (options?: { timeout?: number }) => void (await Promise.all([end(options), transactions.end(options)])),
  })
}
