import { lazyWithPreload } from '#app/lib/device/lazy-with-preload.tsx'
import { usePageTitle } from '#app/lib/text/page-title.ts'
import { shell } from '#texts/shell'

// Only here: the first page of all would have to name whatever these two need.
const PrivacyPage = lazyWithPreload(() => import('#app/features/privacy/privacy-page.tsx'))
const KidsPrivacyPage = lazyWithPreload(() => import('#app/features/privacy/kids-privacy-page.tsx'))

/** For everybody, signed in or not: one page for parents, one with pictures for their children. */
export default function PrivacyScreen({ room }: { room: 'parent' | 'kid' }) {
  usePageTitle(room === 'kid' ? shell.whatBubblequestKnows : shell.privacy)
  if (room === 'parent') return <PrivacyPage />
  return (
    <div data-room="kid">
      <KidsPrivacyPage />
    </div>
  )
}
