import type { Query, QueryClient } from '@tanstack/react-query'

const failed = { type: 'active', predicate: ({ state }: Query) => state.status === 'error' } as const

/** Whether something that a screen shows could not be loaded. */
export const hasFailed = (client: QueryClient): boolean => client.getQueryCache().findAll(failed).length > 0

/** Asks again for all that screens show and that could not be loaded; what fails once more stays as it is. */
export const askFailedAgain = (client: QueryClient): Promise<void> => client.refetchQueries(failed)
