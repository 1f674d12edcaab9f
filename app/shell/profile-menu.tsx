import { ChevronDown, LogOut } from 'lucide-react'
import type { CurrentUser } from '#domain/contract/auth.ts'
import { useLogout } from '#app/features/auth/use-logout.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { DropdownMenu, MenuItem, MenuLabel, MenuLine } from '#app/ui/dropdown-menu.tsx'

export function ProfileMenu({ user }: { user: CurrentUser }) {
  const logout = useLogout()
  const name = `${user.firstName} ${user.lastName}`.trim()
  return (
    <DropdownMenu
      trigger={
        <button
          type="button"
          aria-label={`Profile of ${name}`}
          className="touch hover:bg-sunken flex shrink-0 items-center gap-2 rounded-full p-1 pr-2 font-semibold transition-colors"
        >
          <Avatar name={name} seed={user.firstName} imageUrl={user.profileImageUrl} decorative />
          <span className="hidden max-w-40 truncate md:inline">{name}</span>
          <ChevronDown aria-hidden className="text-muted size-4" />
        </button>
      }
    >
      <MenuLabel>
        <span className="text-ink block truncate font-bold">{name}</span>
        <span className="block truncate">{user.email}</span>
      </MenuLabel>
      <MenuLine />
      <MenuItem
        icon={<LogOut aria-hidden />}
        disabled={logout.isPending || logout.isSuccess}
        onSelect={(event) => {
          // The menu stays open to show that it is under way.
          event.preventDefault()
          logout.mutate()
        }}
      >
        {logout.isPending || logout.isSuccess ? 'Logging out...' : 'Log out'}
      </MenuItem>
    </DropdownMenu>
  )
}
