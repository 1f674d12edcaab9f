import type postgres from 'postgres'
import type { ServiceSettings } from '../config.ts'
import type { ServiceRefusal } from '../service-refusal.ts'
import type { Tokens } from '../tokens.ts'
import type { Files } from './files.ts'
import type { Signatures } from './signatures.ts'

/** The parts that every handler works with. */
export type Storage = {
  /** A pool connected as supabase_admin. */
  sql: postgres.Sql
  tokens: Tokens
  signatures: Signatures
  settings: ServiceSettings['storage']
  files: Files
}

export type StorageCall = {
  request: Request
  url: URL
  /** Decoded; the empty text where a path has none. */
  bucket: string
  /** Decoded, and not yet looked at. */
  name: string
}

export type StorageHandler = (storage: Storage, call: StorageCall) => Promise<Response | ServiceRefusal> | Response
