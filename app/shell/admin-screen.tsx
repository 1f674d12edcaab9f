import { usePageTitle } from '#app/lib/page-title.ts'
import { AdminPage } from '#app/features/admin/admin-page.tsx'

export default function AdminScreen() {
  usePageTitle('Admin Dashboard')
  return <AdminPage />
}
