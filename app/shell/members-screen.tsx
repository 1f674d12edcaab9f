import { usePageTitle } from '#app/lib/page-title.ts'
import { MembersPage } from '#app/features/family/members-page.tsx'
import { useFamilyFrame } from './family-frame-context.ts'

export default function MembersScreen() {
  const { family, me, acting, members } = useFamilyFrame()
  usePageTitle('Family Members')
  return <MembersPage family={family} me={me} acting={acting?.id} members={members} />
}
