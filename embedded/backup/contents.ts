import type postgres from 'postgres'
import { z } from 'zod'
import { exists } from '../file-system.ts'
import { Problem } from '../problem.ts'
import { versionFile } from '../version.ts'

/** The first entry of an archive: describes the rest. */
export const Head = z.object({
  format: z.literal('bubblequest-backup-1'),
  madeAt: z.iso.datetime(),
  /** The database was made from these: embedded schemas by name, our migrations by version. */
  schemas: z.array(z.string()),
  migrations: z.array(z.string()),
  /** Names that may stand in SQL as they are. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), computed: z.array(z.string()) })),
  sequences: z.array(z.object({ name: z.string(), last: z.string() })),
})
export type Head = z.infer<typeof Head>

/** The last entry: proves that the archive is complete. */
export const Tail = z.object({ entries: z.int() })

/** The files of a data folder that go along beside rows and pictures. */
export const plainFiles = ['keys.json', 'demo.json', versionFile] as const

/** Every table of ours and of the services, with its columns in their order, which is that of a row's text. */
export async function tablesOf(sql: postgres.ReservedSql | postgres.TransactionSql): Promise<Head['tables']> {
  // A partition's rows are its table's.
  const rows = await sql<Head['tables']>`
    select format('%I.%I', nspname, relname) as name,
      (select coalesce(array_agg(quote_ident(attname) order by attnum), '{}') from pg_attribute
       where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
      (select coalesce(array_agg(quote_ident(attname) order by attnum), '{}') from pg_attribute
       where attrelid = c.oid and attgenerated <> '' and not attisdropped) as computed
    from pg_class c join pg_namespace n on n.oid = relnamespace
    where relkind in ('r', 'p') and not relispartition and nspname not like 'pg\\_%' and nspname <> 'information_schema' order by 1`
  return [...rows]
}

/** The working folder of a restore. While it exists, the data folder is incomplete. */
export const unfinishedIn = (folder: string) => `${folder}/restoring`

export async function refuseUnfinished(folder: string): Promise<void> {
  if (await exists(unfinishedIn(folder)))
    throw new Problem(`A restore into ${folder} was cut short. Run it once more: npm run restore -- FILE`)
}
