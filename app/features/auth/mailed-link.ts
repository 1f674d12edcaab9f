import { useEffect, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { RecoverySession } from './recovery-client.ts'

/** `none` when the page was opened without a link, `too-old` for one that was used before or has expired. */
export type MailedLink = RecoverySession | 'too-old' | 'none'

/** Reads what the auth service wrote behind the # of the address. */
export function readMailedLink(hash: string): MailedLink {
  const said = new URLSearchParams(hash.slice(1))
  if (said.has('error') || said.has('error_code')) return 'too-old'
  const access_token = said.get('access_token')
  const refresh_token = said.get('refresh_token')
  return access_token && refresh_token && said.get('type') === 'recovery' ? { access_token, refresh_token } : 'none'
}

/** What the link in the mail brought. The address, and with it the browser's history, forgets it at once. */
export function useMailedLink(): MailedLink {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [read, setRead] = useState(hash)
  if (hash !== '' && hash !== read) setRead(hash)
  useEffect(() => {
    if (hash !== '') void navigate({ hash: '' }, { replace: true })
  }, [hash, navigate])
  return useMemo(() => readMailedLink(read), [read])
}
