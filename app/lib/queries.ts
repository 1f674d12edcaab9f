import { queryOptions } from '@tanstack/react-query'
import type { FamilyId } from '#domain/contract/ids.ts'
import { call, keyOf } from './api-client.ts'
import { ApiError } from './api-error.ts'
import { upToDate } from './board-news.ts'

/** Who is signed in; null when nobody is. Not kept once no screen asks, and asked for once a page. */
export const currentUserQuery = () =>
  queryOptions({
    queryKey: keyOf('currentUser'),
    queryFn: () =>
      call('currentUser').catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 401) return null
        throw error
      }),
    retry: false,
    staleTime: 0,
    gcTime: 0,
    // Every further component that asks shares the answer on screen; only a real change asks again.
    refetchOnMount: false,
  })

/** The signed-in user's families; the first is the one shown. Ask only when somebody is signed in. */
export const myFamiliesQuery = () => queryOptions({ queryKey: keyOf('myFamilies'), queryFn: () => call('myFamilies') })

export const membersQuery = (familyId: FamilyId) =>
  queryOptions({ queryKey: keyOf('members', { familyId }), queryFn: async () => upToDate(familyId, 'members', await call('members', { familyId })) })

export const columnsQuery = (familyId: FamilyId) =>
  queryOptions({ queryKey: keyOf('columns', { familyId }), queryFn: async () => upToDate(familyId, 'columns', await call('columns', { familyId })) })

export const questsQuery = (familyId: FamilyId) =>
  queryOptions({ queryKey: keyOf('quests', { familyId }), queryFn: async () => upToDate(familyId, 'quests', await call('quests', { familyId })) })
