import type postgres from 'postgres'

/**
 * One pool whose transactions have connections of their own: `begin` takes one of `transactions`, all else one of
 * `statements`. postgres.js 3.4 loses hold of a connection on which BEGIN is the hundredth thing under way (its issue 823):
 * the caller hears UNSAFE_TRANSACTION, and what others ask on it afterwards belongs to a transaction that nobody ends.
 */
export function withOwnTransactions(statements: postgres.Sql, transactions: postgres.Sql): postgres.Sql {
  const end = statements.end
  return Object.assign(statements, {
    begin: transactions.begin,
    end: async (options?: { timeout?: number }) => void (await Promise.all([end(options), transactions.end(options)])),
  })
}
