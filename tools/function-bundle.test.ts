import { isBuiltin } from 'node:module'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { expect, test } from 'vitest'

test('The edge function bundles into a file that Supabase takes', async () => {
  const output = await build({
    configFile: false,
    root: fileURLToPath(new URL('../', import.meta.url)),
    logLevel: 'error',
    ssr: { noExternal: true },
    build: { ssr: 'edge-functions/api/index.ts', write: false, minify: false },
  })
  const files = [output].flat().flatMap((result) => ('output' in result ? result.output : []))
  const bytes = files.reduce((sum, file) => sum + (file.type === 'chunk' ? file.code.length : 0), 0)
  expect(bytes).toBeGreaterThan(100_000)
  // 5 MB is the most that is bundled on the server's side.
  expect(bytes).toBeLessThan(5_000_000)
  const chunks = new Set(files.map(({ fileName }) => fileName))
  const imported = files.flatMap((file) => (file.type === 'chunk' ? file.imports : []))
  expect(imported.filter((name) => !isBuiltin(name) && !chunks.has(name))).toEqual([])
})
