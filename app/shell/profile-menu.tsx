import { CircleUserRound, LogOut, ShieldCheck, Sticker } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import type { FamilyMember } from '#domain/contract/members.ts'
import { useLogout } from '#app/features/auth/use-logout.ts'
import { parentsWithPin } from '#app/features/members/pin.ts'
import { useSwitchMember } from '#app/features/members/use-switch-member.ts'
import { ProfileItems, type ProfileSwitcherProps } from '#app/features/members/profile-switcher.tsx'
import type { Session } from '#app/lib/session/session.ts'
import { avatarProps, spokenName } from '#app/lib/text/avatar-props.ts'
import { unsentCount } from '#app/lib/state/unsent.ts'
import { mayLeave } from '#app/lib/state/may-leave.ts'
import { lazyWithPreload } from '#app/lib/device/lazy-with-preload.tsx'
import { IconButton } from '#app/ui/controls/icon-button.tsx'
import { Avatar } from '#app/ui/media/avatar.tsx'
import { DropdownMenu, MenuItem, MenuLabel, MenuLine } from '#app/ui/overlays/dropdown-menu.tsx'
import { profiles } from '#texts/profiles'
import { shell } from '#texts/shell'

const GrownUpDialog = lazyWithPreload(() => import('#app/features/members/grown-up-dialog.tsx'))

export type ProfileMenuProps = {
  session: Session
  /** A parent uses the device, or the account has no family; false until it is known. */
  isOwn: boolean
  members: readonly FamilyMember[]
  /** The members to whom a phone or a child switches in this menu; elsewhere they have one of their own. */
  switcher: ProfileSwitcherProps | undefined
  /** It is the menu of a child's screens. */
  isKid: boolean
}

/**
 * The user's menu. It shows the name, the e-mail and the admin link to the account's own person alone; a child signs out
 * by a parent's PIN, once a parent has one.
 */
export function ProfileMenu({ session: { kind, user }, isOwn, members, switcher, isKid }: ProfileMenuProps) {
  const logout = useLogout(undefined, mayLeave)
  const [asksGrownUp, askGrownUp] = useState(false)
  const name = `${user.firstName} ${user.lastName}`.trim()
  const parents = isOwn ? [] : parentsWithPin(members)
  const choose = useSwitchMember()
  const shown = switcher?.members.find(({ id }) => id === switcher.memberId)
  const label = kind === 'device' ? shell.thisDevice : isOwn ? shell.accountOf(name) : shell.account
  const isLeaving = logout.isPending || logout.data === true
  return (
    <>
      <DropdownMenu
        align={isKid ? 'start' : 'end'}
        trigger={
          <IconButton
            label={shown ? `${label}, ${profiles.switchProfile(spokenName(shown))}` : label}
            icon={
              isKid && shown ? (
                <Avatar {...avatarProps(shown)} decorative className="size-12 text-lg" />
              ) : (
                <CircleUserRound aria-hidden />
              )
            }
            tooltip={false}
          />
        }
      >
        {isKid && (
          <>
            <MenuLabel>
              <span className="text-ink font-display block text-lg leading-tight font-bold">{shell.myBubble}</span>
              <span>{shell.haveFun}</span>
            </MenuLabel>
            <MenuItem asChild>
              <Link to="#stickers">
                <Sticker aria-hidden />
                <span className="flex-1">{shell.stickerBook}</span>
                <span className="bg-sunken text-muted rounded-full px-2 py-0.5 text-xs">{shell.soon}</span>
              </Link>
            </MenuItem>
            <MenuLine />
          </>
        )}
        {switcher && (
          <>
            <ProfileItems {...switcher} onChoose={choose} />
            <MenuLine />
          </>
        )}
        {isOwn && (
          <>
            <MenuLabel>
              <span translate="no" dir="auto" className="text-ink block truncate font-bold">
                {name}
              </span>
              <span translate="no" className="block truncate">
                {user.email}
              </span>
            </MenuLabel>
            <MenuLine />
          </>
        )}
        {user.role === 'admin' && isOwn && (
          <MenuItem asChild>
            <Link to="/admin">
              <ShieldCheck aria-hidden />
              <span>{shell.adminDashboard}</span>
            </Link>
          </MenuItem>
        )}
        <MenuItem
          icon={<LogOut aria-hidden />}
          disabled={isLeaving}
          onSelect={(event) => {
            if (parents.length > 0) return askGrownUp(true)
            // Keeps the menu open, to show the progress, unless a question will come.
            if (unsentCount() === 0) event.preventDefault()
            return logout.mutate()
          }}
        >
          {isLeaving ? shell.loggingOut : shell.logOut}
        </MenuItem>
      </DropdownMenu>
      {asksGrownUp && (
        <Suspense fallback={null}>
          <GrownUpDialog
            parents={parents}
            onVerified={() => logout.mutate()}
            onForgotten={kind === 'device' ? undefined : () => logout.mutate()}
            onClose={() => askGrownUp(false)}
          />
        </Suspense>
      )}
    </>
  )
}
