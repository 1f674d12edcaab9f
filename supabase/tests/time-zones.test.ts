import assert from 'node:assert/strict'
import { onOneDatabase } from '../../testing/database.ts'

const story = onOneDatabase()

story(
  'Every time zone that a browser names is accepted, every area of Postgres too, and nothing else',
  async ({ sql }) => {
    const isZone = async (names: readonly string[]) => {
      const rows = await sql<{ name: string; is: boolean }[]>`
      select name, private.is_time_zone(name) as is from jsonb_array_elements_text(${sql.json(names)}) name`
      return Object.groupBy(rows, ({ is }) => String(is))
    }
    const { false: unknown } = await isZone(Intl.supportedValuesOf('timeZone'))
    assert.deepEqual(unknown, undefined)
    const areas = await sql<{ name: string }[]>`
    select name from pg_catalog.pg_timezone_names where name ~ '^[A-Z][A-Za-z_]+/' and name !~ '^SystemV/'`
    assert.ok(areas.length > 400)
    assert.deepEqual((await isZone(areas.map(({ name }) => name)))['false'], undefined)
    const none = [
      '',
      'CET',
      'EST5EDT',
      'Xyz/Abc5',
      'Etc/GMT+99',
      'europe/berlin',
      'Europe/Nowhere',
      '<+03>-3',
      'Europe/',
      '/etc/passwd',
    ]
    assert.deepEqual((await isZone(none))['true'], undefined)
  },
)

story('A time zone is looked up without the files of all the others', async ({ sql }) => {
  const tookOf = async (query: () => PromiseLike<unknown>) => {
    const begun = performance.now()
    await query()
    return performance.now() - begun
  }
  const times: { one: number; all: number }[] = []
  for (let round = 0; round < 5; round++) {
    times.push({
      one: await tookOf(
        () => sql`select private.is_time_zone('Europe/Berlin'), private.is_time_zone('Europe/Nowhere')`,
      ),
      all: await tookOf(() => sql`select count(*) from pg_catalog.pg_timezone_names`),
    })
  }
  const fastest = (what: 'one' | 'all') => Math.min(...times.map((time) => time[what]))
  assert.ok(fastest('one') * 3 < fastest('all'), JSON.stringify(times))
})
