import { useQueryClient } from '@tanstack/react-query'
import { usePageTitle } from '#app/lib/page-title.ts'
import { leave } from '#app/features/auth/use-logout.ts'
import { PictureButton } from '#app/features/pictures/picture-button.tsx'
import { SettingsPage } from '#app/features/settings/settings-page.tsx'
import { useAccount } from './family-frame-context.ts'

export default function SettingsScreen() {
  const { user, family } = useAccount()
  const client = useQueryClient()
  usePageTitle('Settings')
  return (
    <SettingsPage
      user={user}
      family={family}
      PictureButton={PictureButton}
      onSignedOut={() => {
        client.clear()
        leave('/')
      }}
    />
  )
}
