import { usePageTitle } from '#app/lib/text/page-title.ts'
import { AdminPage } from '#app/features/admin/admin-page.tsx'
import { shell } from '#texts/shell'

export default function AdminScreen() {
  usePageTitle(shell.adminDashboard)
  return <AdminPage />
}
