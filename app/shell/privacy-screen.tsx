import { lazyWithPreload } from '#app/lib/device/lazy-with-preload.tsx'
import { usePageTitle } from '#app/lib/text/page-title.ts'
import { shell } from '#texts/shell'

// Lazy here and not in screens.tsx, so that the first page does not list the chunks of these two.
const PrivacyPage = lazyWithPreload(() => import('#app/features/privacy/privacy-page.tsx'))
const KidsPrivacyPage = lazyWithPreload(() => import('#app/features/privacy/kids-privacy-page.tsx'))

/** The public privacy pages: one for parents, one with pictures for children. */
export default function PrivacyScreen({ room }: { room: 'parent' | 'kid' }) {
  usePageTitle(room === 'kid' ? shell.whatBubblequestKnows : shell.privacy)
  if (room === 'parent') return <PrivacyPage />
  return (
    <div data-theme-scope="kid">
      <KidsPrivacyPage />
    </div>
  )
}
