import { Suspense } from 'react'
import { MembersPage } from '#app/features/members/members-page.tsx'
import { PictureButton } from '#app/features/pictures/picture-button.tsx'
import { lazyWithPreload } from '#app/lib/device/lazy-with-preload.tsx'
import { usePageTitle } from '#app/lib/text/page-title.ts'
import { Skeleton } from '#app/ui/feedback/skeleton.tsx'
import { shell } from '#texts/shell'
import { useFamilyFrame } from './family-frame-context.ts'

// A chunk of its own, because it contains the skills of all games.
const SkillMap = lazyWithPreload(() => import('#app/features/practice/skill-map.tsx'))

export default function MembersScreen() {
  const { family, session, acting, members } = useFamilyFrame()
  usePageTitle(shell.familyMembers)
  const learning = (
    <Suspense fallback={<Skeleton className="h-96 rounded-card" />}>
      <SkillMap family={family} members={members} />
    </Suspense>
  )
  return (
    <MembersPage
      family={family}
      me={session.ownMember}
      acting={acting?.id}
      members={members}
      learning={learning}
      PictureButton={PictureButton}
    />
  )
}
