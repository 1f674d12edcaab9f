import { useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { lazyWithPreload } from '#app/lib/device/lazy-with-preload.tsx'
import { leaveSession } from '#app/lib/session/session.ts'
import { usePageTitle } from '#app/lib/text/page-title.ts'
import { DeviceChoice } from '#app/features/devices/device-choice.tsx'
import { DevicesList } from '#app/features/devices/devices-list.tsx'
import { PictureButton } from '#app/features/pictures/picture-button.tsx'
import { SettingsPage } from '#app/features/settings/settings-page.tsx'
import { Loading, Skeleton } from '#app/ui/feedback/skeleton.tsx'
import { common } from '#texts/common'
import { shell } from '#texts/shell'
import { useAccount } from './family-frame-context.ts'

// A chunk of its own, because it is at the end of the page, and rarely needed.
const FamilyData = lazyWithPreload(() => import('#app/features/privacy/family-data.tsx'))

export default function SettingsScreen() {
  const {
    session: { user },
    family,
  } = useAccount()
  const client = useQueryClient()
  usePageTitle(shell.settings)
  return (
    <SettingsPage
      user={user}
      family={family}
      PictureButton={PictureButton}
      DeviceChoice={DeviceChoice}
      devices={family && <DevicesList familyId={family.id} />}
      data={
        family && (
          <Suspense
            fallback={
              <Loading label={common.loading}>
                <Skeleton className="h-72 rounded-card xl:h-28" />
              </Loading>
            }
          >
            <FamilyData family={family} email={user.email} />
          </Suspense>
        )
      }
      onSignedOut={() => leaveSession(client, '/')}
    />
  )
}
