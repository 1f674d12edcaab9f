import type { ToastWords } from '#app/state/toast.ts'
import { common } from '#texts/common'

/** The toast of a saved form; names the title that the server gave where `sent` has an empty one. */
export function savedToast(done: string, title: string, sent: object): ToastWords {
  const toast = { title: common.success, description: done }
  return isUntitled(sent) ? { ...toast, consequence: common.savedAs(title) } : toast
}

export const isUntitled = (sent: object) =>
  'title' in sent && typeof sent.title === 'string' && sent.title.trim() === ''
