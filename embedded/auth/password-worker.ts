/// <reference lib="deno.worker" />
import { compareSync, hashSync } from 'bcryptjs'

/** Makes a hash of that cost, or compares with one. */
export type PasswordTask = { password: string; cost: number } | { password: string; hash: string }

self.onmessage = ({ data: { id, ...task } }: MessageEvent<PasswordTask & { id: number }>) => {
  const result =
    'hash' in task
      ? compareSync(task.password, task.hash)
      : // The hosted service writes the older tag; for passwords of at most 72 bytes both tags mean the same.
        hashSync(task.password, task.cost).replace(/^\$2b\$/, '$2a$')
  self.postMessage({ id, result })
}
