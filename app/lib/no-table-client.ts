const refuse = (): never => {
  throw new Error('The app has no client of the table API: call a route of domain/contract/routes.ts')
}

/**
 * In place of supabase-js's client of the table API, which the app never calls: its own calls are under /api. `vite.config.ts` puts this here; it
 * saves every visit the 4 kB of a client that `createClient` makes and nobody uses.
 */
export class PostgrestClient {
  from = refuse
  schema = refuse
  rpc = refuse
}

export class PostgrestError extends Error {}
