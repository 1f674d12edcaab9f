import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { FamilyId } from '#domain/contract/ids.ts'
import { call } from '#app/lib/api/api-client.ts'
import { download } from '#app/lib/device/download.ts'
import { dayOf } from '#app/lib/time/today.ts'
import { importWithRetry } from '#app/state/import-with-retry.ts'
import { privacy } from '#texts/privacy'

/** Exports all data of a family as one download: completely, or not at all. */
export function useArchive(familyId: FamilyId) {
  const [progress, setProgress] = useState('')
  const take = useMutation({
    mutationFn: async () => {
      setProgress(privacy.collecting)
      // A chunk of its own, because few families ever export their data.
      const [kept, { archiveName, archiveOf }] = await Promise.all([
        call('exportFamily', { familyId }),
        importWithRetry(() => import('./archive.ts')),
      ])
      const name = archiveName(kept, dayOf(kept.exportedAt))
      download(name, await archiveOf(kept, setProgress), 'application/zip')
      return name
    },
  })
  return { take, progress }
}
