import { BookOpenText, Eraser } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Membership } from '#domain/contract/families.ts'
import { Button } from '#app/ui/button.tsx'
import { TakeAlong } from './take-along.tsx'

const DeleteFamilyDialog = lazy(() => import('./delete-family-dialog.tsx'))

/** What a parent can do with all that is kept: read why, take it along, have it gone. */
export default function FamilyData({ family, email }: { family: Membership['family']; email: string }) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <div className="grid gap-5 xl:grid-cols-3 xl:gap-6">
      <div className="flex flex-col items-start gap-3">
        <p className="text-muted">What is kept of your family, why, and for how long. Nothing of it leaves this server.</p>
        <Button asChild look="quiet">
          <Link to="/privacy">
            <BookOpenText aria-hidden />
            Read about privacy
          </Link>
        </Button>
      </div>
      <div className="border-line flex flex-col items-start gap-3 border-t pt-5 xl:border-t-0 xl:pt-0">
        <p className="text-muted">All of it in one file: tables for a spreadsheet, and your pictures.</p>
        <TakeAlong familyId={family.id} />
      </div>
      <div className="border-line flex flex-col items-start gap-3 border-t pt-5 xl:border-t-0 xl:pt-0">
        <p className="text-muted">The family with everything in it, for everybody, for good.</p>
        <Button look="quiet" className="text-danger" onClick={() => setIsAsking(true)}>
          <Eraser aria-hidden />
          Delete family
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
