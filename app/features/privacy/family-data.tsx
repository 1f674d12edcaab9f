import { BookOpenText, Eraser } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Membership } from '#domain/contract/families.ts'
import { lazyWithPreload } from '#app/lib/device/lazy-with-preload.tsx'
import { Button } from '#app/ui/controls/button.tsx'
import { privacy } from '#texts/privacy'
import { ExportFamilyButton } from './export-family-button.tsx'

const DeleteFamilyDialog = lazyWithPreload(() => import('./delete-family-dialog.tsx'))

/** Lets a parent read why data is stored, export it, and delete it. */
export default function FamilyData({ family, email }: { family: Membership['family']; email: string }) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <div className="grid gap-5 xl:grid-cols-3 xl:gap-6">
      <div className="flex flex-col items-start gap-3">
        <p className="text-muted">{privacy.dataText}</p>
        <Button asChild variant="quiet">
          <Link to="/privacy">
            <BookOpenText aria-hidden />
            <span>{privacy.readAbout}</span>
          </Link>
        </Button>
      </div>
      <div className="border-line flex flex-col items-start gap-3 border-t pt-5 xl:border-t-0 xl:pt-0">
        <p className="text-muted">{privacy.archiveText}</p>
        <ExportFamilyButton familyId={family.id} />
      </div>
      <div className="border-line flex flex-col items-start gap-3 border-t pt-5 xl:border-t-0 xl:pt-0">
        <p className="text-muted">{privacy.deletionText}</p>
        <Button variant="quiet" className="text-danger" onClick={() => setIsAsking(true)}>
          <Eraser aria-hidden />
          <span>{privacy.deleteFamily}</span>
        </Button>
      </div>
      {isAsking && (
        <Suspense fallback={null}>
          <DeleteFamilyDialog family={family} email={email} onClose={() => setIsAsking(false)} />
        </Suspense>
      )}
    </div>
  )
}
