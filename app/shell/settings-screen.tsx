import { useQueryClient } from '@tanstack/react-query'
import { usePageTitle } from '#app/lib/page-title.ts'
import { leave } from '#app/features/auth/use-logout.ts'
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
      onSignedOut={() => {
        client.clear()
        leave('/')
      }}
    />
  )
}
