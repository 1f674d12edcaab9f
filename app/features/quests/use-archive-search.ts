import { keepPreviousData, queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Day } from '#domain/contract/days.ts'
import type { FamilyId } from '#domain/contract/ids.ts'
import type { Body } from '#domain/contract/routes.ts'
import { call, keyOf } from '#app/lib/api/api-client.ts'

const fewestCharacters = 2

/** Milliseconds from the last key to the search. */
const typingMs = 200

const archiveSearchQuery = (familyId: FamilyId, asked: Body<'searchArchivedQuests'>) =>
  queryOptions({
    queryKey: [...keyOf('searchArchivedQuests', { familyId }), asked],
    queryFn: asked.title === '' ? skipToken : () => call('searchArchivedQuests', { familyId }, asked),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })

/** Searches the archived quests once somebody pauses; until then `data` is for what was typed before. */
export function useArchiveSearch(familyId: FamilyId, typed: string, since: Day) {
  const wanted = typed.length < fewestCharacters ? '' : typed
  const [title, setTitle] = useState('')
  useEffect(() => {
    const timer = setTimeout(setTitle, typingMs, wanted)
    return () => clearTimeout(timer)
  }, [wanted])
  const { data, isError, isFetching, refetch } = useQuery(archiveSearchQuery(familyId, { title, doneSince: since }))
  return { data, isFailed: isError, isLoading: isFetching || wanted !== title, tryAgain: () => void refetch() }
}
