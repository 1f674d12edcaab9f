import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#app/lib/api-client.ts'
import { sentenceFrom } from '#app/lib/api-error.ts'
import { leave } from '#app/lib/leave.ts'
import { leaving } from '#app/lib/refused.ts'
import { toast } from '#app/ui/toast.ts'
import { shell } from '#texts/shell'

/** Signs out, and leaves for `to`. */
export function useLogout(to: '/' | '/login' = '/') {
  const client = useQueryClient()
  return useMutation({
    mutationKey: leaving,
    mutationFn: () => call('logout'),
    onSuccess: () => {
      client.clear()
      leave(to)
    },
    onError: (error) => toast({ title: shell.logoutFailed, description: sentenceFrom(error, shell.pleaseTryAgain), destructive: true }),
  })
}
