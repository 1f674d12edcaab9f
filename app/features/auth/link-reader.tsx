import { useCallback, useState, type ReactNode } from 'react'
import type { MailedLinkOwner } from '#domain/contract/auth.ts'
import { sentenceFrom } from '#app/lib/api/api-error.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { failure } from '#texts/failure'
import { mailedLink } from '#texts/mailedLink'
import { AuthLayout } from './auth-layout.tsx'
import type { OpenedLink } from './opened-link.ts'
import { useLinkOwner } from './use-mailed-link.ts'

/**
 * Call `onRefused` when an open link is refused: it was used elsewhere meanwhile, or it is too old, which only Auth
 * knows.
 */
export type ReadLink = { owner: MailedLinkOwner | null; isRefused: boolean; onRefused: () => void }

/** Reads the owner of the link, and again when the link is refused; renders `children` with the result. */
export function LinkReader({ opened, children }: { opened: OpenedLink; children: (read: ReadLink) => ReactNode }) {
  const { data, error, isFetching, refetch } = useLinkOwner(opened)
  const [isRefused, setRefused] = useState(false)
  const onRefused = useCallback(() => void refetch().then(() => setRefused(true)), [refetch])
  if (data !== undefined) return children({ owner: data, isRefused, onRefused })
  if (error === null) return null
  return (
    <AuthLayout title={mailedLink.notRead} subtitle={sentenceFrom(error)} aside={null}>
      <Button busy={isFetching} className="min-h-12 w-full text-lg" onClick={() => void refetch()}>
        {failure.tryAgain}
      </Button>
    </AuthLayout>
  )
}
