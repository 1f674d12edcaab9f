import type { CurrentUser } from '#domain/contract/auth.ts'
import type { Membership } from '#domain/contract/families.ts'

export type SettingsPageProps = { user: CurrentUser; family: Membership['family'] }

export function SettingsPage(_: SettingsPageProps) {
  return (
    <div className="flex flex-col gap-4 p-4 sm:gap-6 sm:p-6">
      <h1 className="text-2xl sm:text-3xl">Settings</h1>
    </div>
  )
}
