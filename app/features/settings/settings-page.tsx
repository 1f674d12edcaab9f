import type { ReactNode } from 'react'
import type { CurrentUser } from '#domain/contract/auth.ts'
import type { Membership } from '#domain/contract/families.ts'
import type { DeviceChoiceType } from '#app/lib/device/device-choice-props.ts'
import type { PictureButtonType } from '#app/lib/device/picture-button-props.ts'
import { PageHeading } from '#app/ui/layout/page-heading.tsx'
import { settings } from '#texts/settings'
import { AccountCard } from './account-card.tsx'
import { DeviceCard } from './device-card.tsx'
import { FamilyCard } from './family-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { SettingsCard } from './settings-card.tsx'

export type SettingsPageProps = {
  user: CurrentUser
  /** Undefined if the account has no family. */
  family: Membership['family'] | undefined
  PictureButton: PictureButtonType
  /** The choice which devices are signed out with the account. */
  DeviceChoice: DeviceChoiceType
  /** The list of the family's devices. */
  devices: ReactNode
  /** The section that exports and deletes the family's data. */
  data: ReactNode
  /** Called after the session has ended. */
  onSignedOut: () => void
}

export function SettingsPage({
  user,
  family,
  PictureButton,
  DeviceChoice,
  devices,
  data,
  onSignedOut,
}: SettingsPageProps) {
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-4 p-4 sm:gap-6 sm:p-6">
      <PageHeading title={family?.name ?? settings.settings} isName={family !== undefined} />
      <div className="grid gap-4 sm:gap-6 lg:grid-cols-2">
        <ProfileCard user={user} PictureButton={PictureButton} />
        <PasswordCard email={user.email} DeviceChoice={DeviceChoice} />
        <div className="flex min-w-0 flex-col gap-4 sm:gap-6">
          <AccountCard user={user} />
          {family && <FamilyCard family={family} />}
        </div>
        <DeviceCard DeviceChoice={DeviceChoice} onSignedOut={onSignedOut} />
        {family && (
          <SettingsCard title={settings.devices} text={settings.devicesText} className="lg:col-span-2">
            {devices}
          </SettingsCard>
        )}
        {family && (
          <SettingsCard title={settings.yourData} className="lg:col-span-2">
            {data}
          </SettingsCard>
        )}
      </div>
    </div>
  )
}
