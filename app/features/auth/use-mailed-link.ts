import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { MailedLink, Signup } from '#domain/contract/auth.ts'
import { call } from '#app/lib/api/api-client.ts'
import { ApiError, isLineFailure } from '#app/lib/api/api-error.ts'
import { beginSessionOnce } from '#app/lib/session/kept-cookies.ts'
import { mailedTextAtom } from '#app/lib/session/mailed-link.ts'
import { firstRunAtom } from '#app/lib/state/first-run.ts'
import { storedAtom } from '#app/lib/state/stored-atom.ts'
import { store } from '#app/state/store.ts'
import { deviceTimeZone } from '#app/lib/time/time-zone.ts'
import { deviceWeekStart } from '#app/lib/time/week-start.ts'
import { language } from '#app/texts/page-language.ts'
import { readMailedText, typeOf, type OpenedLink } from './opened-link.ts'

/** The type of the link that this tab has followed without a new password yet; the server keeps its session. */
const followedLinkAtom = storedAtom(
  'followedLink',
  (text) => text,
  () => sessionStorage,
)

/** The link that opened this page, dropped when the page is left; null without one. */
export function useOpenedLink(otherwise: MailedLink['type']): OpenedLink | null {
  useEffect(
    () => () => {
      store.set(mailedTextAtom, null)
      store.set(followedLinkAtom, null)
    },
    [],
  )
  const text = useAtomValue(mailedTextAtom)
  const [followed] = useState(() => typeOf(store.get(followedLinkAtom)))
  return useMemo(() => {
    if (text !== null) return readMailedText(text, otherwise)
    return followed === undefined ? null : { type: followed, isFollowed: true }
  }, [text, otherwise, followed])
}

export const isLinkOver = (error: unknown) => error instanceof ApiError && error.code === 'link_over'

/** Reads the owner of the link without using it up; null for an unknown link. */
export function useLinkOwner({ link }: OpenedLink) {
  // Keeps the link out of the query key, because the cache outlives the page.
  const id = useId()
  return useQuery({
    queryKey: ['mailed-link', id],
    gcTime: 0,
    queryFn: () =>
      call('readMailedLink', {}, link === undefined ? {} : { link }).catch((error: unknown) => {
        if (isLinkOver(error)) return null
        throw error
      }),
  })
}

/** Uses up the link and replaces this browser's session. Then the routes redirect. A new account needs the names. */
export function useFollowLink({ type, link }: OpenedLink, { isNew }: { isNew: boolean }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const unanswered = useRef<string>(undefined)
  return useMutation({
    mutationFn: (owner: Pick<Signup, 'password'> & Partial<Pick<Signup, 'firstName' | 'lastName'>>) =>
      beginSessionOnce(client, async () => {
        store.set(followedLinkAtom, type)
        const user = await call(
          'followMailedLink',
          {},
          {
            ...owner,
            ...(link !== undefined && { link }),
            ...(unanswered.current === owner.password && { isRepeated: true }),
            language,
            timeZone: deviceTimeZone(),
            weekStartsOn: deviceWeekStart(),
          },
        )
        store.set(followedLinkAtom, null)
        if (isNew) store.set(firstRunAtom, null)
        return user
      }),
    onError: (error, { password }) => {
      if (isLineFailure(error)) unanswered.current = password
    },
    // Reloads if the address had a session in it, because browsers keep a page's first address while it is open.
    onSuccess: () =>
      link?.refreshToken === undefined ? navigate('/', { replace: true }) : window.location.replace('/'),
  })
}
