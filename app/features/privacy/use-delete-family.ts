import { useMutation } from '@tanstack/react-query'
import type { FamilyId } from '#domain/contract/ids.ts'
import { call } from '#app/lib/api/api-client.ts'
import { ApiError, sentenceFrom } from '#app/lib/api/api-error.ts'
import { endSession } from '#app/lib/session/end-session.ts'
import { sessionEndKey } from '#app/lib/session/end-refused-session.ts'
import { toast } from '#app/state/toast.ts'
import { common } from '#texts/common'
import { privacy } from '#texts/privacy'

/** Deletes the family and opens the landing page. An error of the password is shown at its field. */
export function useDeleteFamily(familyId: FamilyId) {
  return useMutation({
    mutationKey: sessionEndKey,
    mutationFn: (currentPassword: string) => call('deleteFamily', { familyId }, { currentPassword }),
    onSuccess: () => {
      endSession('/', 'family-deleted')
      // Stays pending until the page unloads, so that no further result or event is shown.
      return new Promise<never>(() => {})
    },
    onError: (error) => {
      if (passwordFault(error) === undefined)
        toast({ title: common.error, description: sentenceFrom(error, privacy.deleteFailed), destructive: true })
    },
  })
}

/** The error to show at the password field when it is why the deletion was refused. */
export function passwordFault(error: Error | null): string | undefined {
  const isFault =
    error instanceof ApiError &&
    (error.code === 'wrong_password' || error.code === 'too_many_tries' || error.status === 400)
  return isFault ? error.sentence : undefined
}
