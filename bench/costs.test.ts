import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { costTables, product } from './costs.ts'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

/** The number in the first line of `path` that begins with `words`. */
function numberIn(path: string, words: RegExp): number {
  const [, number] = new RegExp(`${words.source}\\D*(\\d[\\d_]*)`).exec(read(path)) ?? []
  return Number(number?.replaceAll('_', ''))
}

test('what the product decides is what its source says', () => {
  expect({
    token: numberIn('supabase/config.toml', /\njwt_expiry =/),
    renewBefore: numberIn('app/lib/live-connection.ts', /\nconst renewBefore =/),
    heartbeat: numberIn('app/lib/live-connection.ts', /\nconst heartbeatMs =/) / 1000,
    connections: numberIn('edge-functions/api/index.ts', /\n {2}max:/),
    pictureKept: numberIn('edge-functions/api/pictures/show.ts', /max-age=/),
  }).toEqual(product)
})

// After a change of the figures: npx vitest run bench/costs.test.ts -u
test('the document has the tables that the figures give', async () => {
  const tables = costTables()
  const written = read('docs/scaling.md').replaceAll(/(<!-- (\w+): bench\/costs\.ts -->\n)[^]*?(?=\n\n)/g, (_, mark: string, name: string) => {
    expect(tables).toHaveProperty(name)
    return mark + tables[name as keyof typeof tables]
  })
  for (const name of Object.keys(tables)) expect(written).toContain(`<!-- ${name}: bench/costs.ts -->`)
  await expect(written).toMatchFileSnapshot('../docs/scaling.md')
})
