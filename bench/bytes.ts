import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Benchmark } from './benchmark.ts'
import type { Figure, Measured } from './figures.ts'
import { run } from './processes.ts'
import type { Build } from './stack.ts'

type FirstLoad = { name: string; path: string[]; limit: string; gzip?: boolean }

const kilobytes = (sizes: readonly number[]) => sizes.reduce((sum, size) => sum + size, 0) / 1000

/** What each first load of the build's own `.size-limit.mjs` weighs on the wire, and the whole app. */
async function sizesOf({ folder }: Build): Promise<[Figure, number][]> {
  const script = `import loads from './.size-limit.mjs'; console.log(JSON.stringify(loads))`
  const loads: FirstLoad[] = JSON.parse(await run('node', ['--input-type=module', '--eval', script], folder))
  const sizes = loads.map(({ name, path, limit, gzip }): [Figure, number] => {
    const compressed = path.map((file) => {
      const content = Deno.readFileSync(`${folder}/${file}`)
      return gzip ? gzipSync(content, { level: 9 }).length : brotliCompressSync(content).length
    })
    return [{ name: `${name}, ${gzip ? 'gzip' : 'brotli'}`, unit: 'kB', rows: [{ share: 0.5, goal: `at most ${limit}` }] }, kilobytes(compressed)]
  })
  const whole = [...filesBelow(`${folder}/dist`)].map((file) => Deno.statSync(file).size)
  return [...sizes, [{ name: 'the whole app, uncompressed', unit: 'kB', rows: [{ share: 0.5 }] }, kilobytes(whole)]]
}

/** The files that are served; what is compressed ahead is the same content again. */
function* filesBelow(folder: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    if (name.startsWith('.') || /\.(br|gz)$/.test(name)) continue
    if (isDirectory) yield* filesBelow(`${folder}/${name}`)
    else yield `${folder}/${name}`
  }
}

export const bytes: Benchmark = {
  title: 'Bytes of the built app',
  async measure({ candidate, baseline }) {
    const theirs = new Map((baseline ? await sizesOf(baseline) : []).map(([{ name }, size]) => [name, size]))
    return (await sizesOf(candidate)).map(([figure, size]): Measured => {
      const their = theirs.get(figure.name)
      return { figure, candidate: [[[size]]], ...(their !== undefined && { baseline: [[[their]]] }) }
    })
  },
}
