/// <reference lib="deno.worker" />
import { compareSync, hashSync } from 'bcryptjs'

export type PasswordTask = { id: number; kind: 'hash'; password: string; cost: number } | { id: number; kind: 'verify'; password: string; hash: string }
export type PasswordResult = { id: number; hash: string } | { id: number; same: boolean }

self.onmessage = ({ data }: MessageEvent<PasswordTask>) => {
  const result: PasswordResult =
    data.kind === 'hash'
      ? // The hosted service writes the older tag; for passwords of at most 72 bytes both tags mean the same.
        { id: data.id, hash: hashSync(data.password, data.cost).replace(/^\$2b\$/, '$2a$') }
      : { id: data.id, same: compareSync(data.password, data.hash) }
  self.postMessage(result)
}
