import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import type { MailedLinkOwner } from '#domain/contract/auth.ts'
import { usePageTitle } from '#app/lib/text/page-title.ts'
import { filled } from '#app/texts/filled.tsx'
import { Button } from '#app/ui/controls/button.tsx'
import { toast } from '#app/state/toast.ts'
import { mailedLink } from '#texts/mailedLink'
import { recovery } from '#texts/recovery'
import { signup } from '#texts/signup'
import { AuthLayout } from './auth-layout.tsx'
import type { OpenedLink } from './opened-link.ts'
import { LinkReader } from './link-reader.tsx'
import { MailAddress } from './mail-address.tsx'
import { NewLinkPage } from './new-link-page.tsx'
import { NewOwnerPage } from './new-owner-page.tsx'
import { OtherSessionWarning, SignInAside } from './other-session-warning.tsx'
import { newPasswordClient } from './recovery-client.ts'
import { RecoveryForm } from './recovery-form.tsx'
import { useOpenedLink, useFollowLink } from './use-mailed-link.ts'

/**
 * Sets a password by the link of a recovery or an invitation, then opens the board. Saving the password uses up the
 * link. An account that nobody has signed in to asks for the name too.
 */
export default function NewPasswordPage() {
  const brought = useOpenedLink('recovery')
  usePageTitle(brought?.type === 'invite' ? mailedLink.choosePassword : recovery.chooseNew)
  if (brought === null)
    return <AskForLink title={recovery.chooseNew} why={recovery.comeByLink} action={recovery.sendMeLink} />
  const { type, link, isFollowed } = brought
  if (link === undefined && !isFollowed) return <TooOld type={type} />
  return (
    <LinkReader key={JSON.stringify(brought)} opened={brought}>
      {({ owner, isRefused, onRefused }) =>
        owner?.state !== 'open' || isRefused ? (
          <TooOld type={type} owner={owner} wasFollowed={isFollowed} />
        ) : owner.isNew ? (
          <NewOwnerPage
            opened={brought}
            owner={owner}
            title={type === 'invite' ? mailedLink.invited : mailedLink.confirmAddress}
            submitLabel={signup.createAccount}
            onRefused={onRefused}
          />
        ) : (
          <ChoosePassword opened={brought} email={owner.email} onRefused={onRefused} />
        )
      }
    </LinkReader>
  )
}

type Choice = { opened: OpenedLink; email: string; onRefused: () => void }

function ChoosePassword({ opened, email, onRefused }: Choice) {
  const isFirst = opened.type === 'invite'
  const { mutateAsync: follow } = useFollowLink(opened, { isNew: false })
  const client = useMemo(
    () =>
      newPasswordClient(
        (password) =>
          follow(
            { password },
            {
              onSuccess: () =>
                toast(
                  isFirst
                    ? { title: mailedLink.passwordSet, description: signup.welcome }
                    : { title: recovery.updated, description: recovery.updatedText },
                ),
            },
          ),
        onRefused,
      ),
    [follow, onRefused, isFirst],
  )
  return (
    <AuthLayout
      title={isFirst ? mailedLink.choosePassword : recovery.chooseNew}
      subtitle={filled(mailedLink.passwordFor, { email: <MailAddress email={email} /> })}
      aside={<SignIn email={email} />}
    >
      <OtherSessionWarning email={email} />
      <RecoveryForm view="update_password" client={client} hint={recovery.passwordHint} isFirst={isFirst} />
    </AuthLayout>
  )
}

type TooOldProps = { type: OpenedLink['type']; owner?: MailedLinkOwner | null; wasFollowed?: boolean | undefined }

/** Offers a new link, with one press if the owner of the old one is known. */
function TooOld({ type, owner, wasFollowed = owner?.state === 'used' }: TooOldProps) {
  const isNewer = owner?.state === 'newer'
  const title = isNewer ? mailedLink.newer : wasFollowed ? mailedLink.used : recovery.linkTooOld
  const isInvitation = type === 'invite' && !wasFollowed
  const why = isNewer
    ? mailedLink.newerText
    : isInvitation
      ? mailedLink.askHost
      : wasFollowed
        ? mailedLink.usedText
        : recovery.linkTooOldText
  if (isInvitation) return <AuthLayout title={title} subtitle={why} aside={<SignIn />} />
  if (!owner) return <AskForLink title={title} why={why} action={recovery.sendMeNewLink} />
  return <NewLinkPage title={title} text={why} email={owner.email} />
}

function AskForLink({ title, why, action }: { title: string; why: string; action: string }) {
  return (
    <AuthLayout title={title} subtitle={why} aside={<SignIn />}>
      <Button asChild className="min-h-12 w-full text-lg">
        <Link to="/forgot-password">{action}</Link>
      </Button>
    </AuthLayout>
  )
}

const SignIn = ({ email }: { email?: string }) => (
  <SignInAside question={recovery.youKnow} {...(email !== undefined && { email })} />
)
