import { usePageTitle } from '#app/lib/page-title.ts'
import { SettingsPage } from '#app/features/settings/settings-page.tsx'
import { useFamilyFrame } from './family-frame-context.ts'

export default function SettingsScreen() {
  const { user, family } = useFamilyFrame()
  usePageTitle('Settings')
  return <SettingsPage user={user} family={family} />
}
