import postgres from 'postgres'

/** The roles a connection can be made as: the superuser of the installation, and the one migrations and functions use. */
export type Role = 'supabase_admin' | 'postgres'

/** Where a running Postgres takes connections. */
export type Socket = { folder: string; port: number }

/** A pool of at most `max` connections, opened on demand. */
export const connectTo = (
  { folder, port }: Socket,
  role: Role,
  max: number,
  database = 'postgres',
  options: postgres.Options<Record<string, never>> = {},
): postgres.Sql =>
  postgres({
    host: folder,
    port,
    path: `${folder}/.s.PGSQL.${port}`,
    username: role,
    database,
    max,
    onnotice: () => {},
    connection: { application_name: 'bubblequest' },
    ...options,
  })
