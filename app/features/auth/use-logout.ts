import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#app/lib/api-client.ts'
import { sentenceFrom } from '#app/lib/api-error.ts'
import { toast } from '#app/ui/toast.ts'

/** Signs out, and leaves for `to`. */
export function useLogout(to: '/' | '/login' = '/') {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call('logout'),
    onSuccess: () => {
      client.clear()
      leave(to)
    },
    onError: (error) => toast({ title: 'Logout failed', description: sentenceFrom(error, 'Please try again'), destructive: true }),
  })
}

/** A fresh page, so that the next person on this tablet finds nothing of this family in its memory. */
export function leave(to: string): void {
  // Browsers keep the page as it was left, for the way back: it is left empty, and comes back anew.
  window.addEventListener('pagehide', () => document.body.replaceChildren())
  window.addEventListener('pageshow', () => window.location.reload())
  window.location.assign(to)
}
