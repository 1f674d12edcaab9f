import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router-dom'
import type { MemberId } from '#domain/contract/ids.ts'
import { tabMemberAtom } from '#app/lib/state/tab-member.ts'
import { store } from '#app/state/store.ts'

/**
 * The member whose screens this tab showed before another tab switched the acting member; undefined otherwise.
 * Following a link continues as the acting member.
 */
export function useReplacedMember(acting: MemberId | undefined): MemberId | undefined {
  const { key } = useLocation()
  const followedKey = useRef<string>(undefined)
  // Read in each render, because a switch in this tab changes it together with the acting member, whose query renders
  // first.
  const tabMember = useSyncExternalStore(subscribe, read)
  useEffect(() => {
    if (acting !== undefined && tabMember !== null && followedKey.current === key) return
    followedKey.current = key
    store.set(tabMemberAtom, acting ?? null)
  }, [acting, key, tabMember])
  useEffect(() => () => store.set(tabMemberAtom, null), [])
  return acting === undefined || tabMember === null || tabMember === acting ? undefined : tabMember
}

const subscribe = (onChange: () => void) => store.sub(tabMemberAtom, onChange)
const read = () => store.get(tabMemberAtom)
