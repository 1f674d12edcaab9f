import type { ReactNode } from 'react'
import type { MailedLink, MailedLinkOwner } from '#domain/contract/auth.ts'
import { sentenceFrom } from '#app/lib/api-error.ts'
import { Button } from '#app/ui/button.tsx'
import { failure } from '#texts/failure'
import { mailedLink } from '#texts/mailedLink'
import { AuthLayout } from './auth-layout.tsx'
import { useLinkOwner } from './use-mailed-link.ts'

/** Asks whose the link is, and draws what follows from it. */
export function LinkReader({ link, children }: { link: MailedLink; children: (owner: MailedLinkOwner | null) => ReactNode }) {
  const { data, error, isFetching, refetch } = useLinkOwner(link)
  if (data !== undefined) return children(data)
  if (error === null) return null
  return (
    <AuthLayout title={mailedLink.notRead} subtitle={sentenceFrom(error)} aside={null}>
      <Button busy={isFetching} className="min-h-12 w-full text-lg" onClick={() => void refetch()}>
        {failure.tryAgain}
      </Button>
    </AuthLayout>
  )
}
