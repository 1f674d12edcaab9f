import { CircleAlert, CircleCheck, Download } from 'lucide-react'
import type { FamilyId } from '#domain/contract/ids.ts'
import { sentenceFrom } from '#app/lib/api/api-error.ts'
import { useAnnounced } from '#app/state/use-announced.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { privacy } from '#texts/privacy'
import { useArchive } from './use-archive.ts'

/** The export button, with its progress beside it, which is visible in a dialog as well, where toasts are not. */
export function ExportFamilyButton({ familyId }: { familyId: FamilyId }) {
  const { take, progress } = useArchive(familyId)
  const outcome = take.isSuccess
    ? privacy.savedAs(take.data)
    : take.isError
      ? privacy.nothingSaved(sentenceFrom(take.error, privacy.didNotCome))
      : undefined
  useAnnounced(take.isPending ? privacy.downloading : outcome)
  return (
    <div className="flex flex-col items-start gap-2">
      <Button variant="quiet" busy={take.isPending} onClick={() => take.mutate()}>
        <Download aria-hidden />
        <span>{take.isPending ? privacy.downloading : privacy.downloadEverything}</span>
      </Button>
      <div className="text-sm font-semibold wrap-anywhere">
        {take.isPending && <span className="text-muted">{progress}</span>}
        {take.isSuccess && (
          <span className="text-leaf-ink flex gap-1.5">
            <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0" />
            <span>{outcome}</span>
          </span>
        )}
        {take.isError && (
          <span className="text-danger flex gap-1.5">
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            <span>{outcome}</span>
          </span>
        )}
      </div>
    </div>
  )
}
