import { Link, useLocation } from 'react-router-dom'
import { usePageTitle } from '#app/lib/text/page-title.ts'
import { BubbleMark } from '#app/ui/media/bubble-mark.tsx'
import { Button } from '#app/ui/controls/button.tsx'
import { PublicPage } from '#app/ui/layout/public-page.tsx'
import { filled } from '#app/texts/filled.tsx'
import { shell } from '#texts/shell'

export default function NotFoundPage() {
  const { pathname } = useLocation()
  usePageTitle(shell.notFound)
  return (
    <PublicPage
      header={null}
      className="mx-auto flex max-w-lg flex-col items-center justify-center gap-4 px-6 text-center"
    >
      <BubbleMark mood="puzzled" className="size-28" />
      <p translate="no" className="font-display text-coral-ink text-lg font-bold">
        404
      </p>
      <h1 className="text-4xl">{shell.notFound}</h1>
      <p className="text-muted">{shell.notFoundText}</p>
      <p className="bg-sunken rounded-control px-3 py-1.5 font-mono text-sm wrap-anywhere">
        {filled(shell.noRoute, { path: <code translate="no">{pathname}</code> })}
      </p>
      <Button asChild className="mt-2">
        <Link to="/">{shell.backToBubblequest}</Link>
      </Button>
    </PublicPage>
  )
}
