import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#app/lib/api-client.ts'
import { sentenceFrom } from '#app/lib/api-error.ts'
import { toast } from '#app/ui/toast.ts'

export function useLogout() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call('logout'),
    onSuccess: () => {
      client.clear()
      leave()
    },
    onError: (error) => toast({ title: 'Logout failed', description: sentenceFrom(error, 'Please try again'), destructive: true }),
  })
}

/** A fresh page, so that the next person on this tablet finds nothing of this family in its memory. */
function leave(): void {
  // Browsers keep the page as it was left, for the way back: it is left empty, and comes back anew.
  window.addEventListener('pagehide', () => document.body.replaceChildren())
  window.addEventListener('pageshow', () => window.location.reload())
  window.location.assign('/')
}
