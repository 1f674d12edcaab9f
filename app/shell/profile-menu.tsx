import { CircleUserRound, LogOut, ShieldCheck } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { CurrentUser } from '#domain/contract/auth.ts'
import { useLogout } from '#app/features/auth/use-logout.ts'
import { isPairedUser } from '#app/lib/session/current-user.ts'
import { IconButton } from '#app/ui/controls/icon-button.tsx'
import { DropdownMenu, MenuItem, MenuLabel, MenuLine } from '#app/ui/overlays/dropdown-menu.tsx'
import { shell } from '#texts/shell'

/** The user's menu. Has no admin link while a child uses the device, and on a paired device nobody's name. */
export function ProfileMenu({ user, isParent }: { user: CurrentUser; isParent: boolean }) {
  const logout = useLogout()
  const name = `${user.firstName} ${user.lastName}`.trim()
  const isPaired = isPairedUser(user)
  return (
    <DropdownMenu
      trigger={
        <IconButton
          label={isPaired ? shell.thisDevice : shell.accountOf(name)}
          icon={<CircleUserRound aria-hidden />}
          tooltip={false}
        />
      }
    >
      {!isPaired && (
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
      {user.role === 'admin' && isParent && (
        <MenuItem asChild>
          <Link to="/admin">
            <ShieldCheck aria-hidden />
            <span>{shell.adminDashboard}</span>
          </Link>
        </MenuItem>
      )}
      <MenuItem
        icon={<LogOut aria-hidden />}
        disabled={logout.isPending || logout.isSuccess}
        onSelect={(event) => {
          // Keeps the menu open, to show the progress.
          event.preventDefault()
          logout.mutate()
        }}
      >
        {logout.isPending || logout.isSuccess ? shell.loggingOut : shell.logOut}
      </MenuItem>
    </DropdownMenu>
  )
}
