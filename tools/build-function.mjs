import { mkdirSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { reasonOfError } from './failure.mjs'

const root = fileURLToPath(new URL('../', import.meta.url))

/** Is not a file: the runtime of a self-hosted Supabase may be too old to serve what a module exports. */
const entry = join(root, 'bubblequest-function.ts')

/** The globals that Deno gives to packages of npm alone. */
const inject = {
  Buffer: ['node:buffer', 'Buffer'],
  process: 'node:process',
  setImmediate: ['node:timers', 'setImmediate'],
  clearImmediate: ['node:timers', 'clearImmediate'],
}

/**
 * The edge function with all its packages as one module, which imports only what is part of the runtime.
 * @returns {Promise<string>}
 */
async function bundleFunction() {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'error',
    ssr: { noExternal: true },
    plugins: [
      {
        name: 'function-entry',
        enforce: 'pre',
        resolveId(id) {
          if (id === entry) return id
          // Deno knows the modules of Node by their whole names alone.
          return isBuiltin(id) ? { id: id.startsWith('node:') ? id : `node:${id}`, external: true } : undefined
        },
        load: (id) =>
          id === entry
            ? `import api from '${root}edge-functions/api/index.ts'\nDeno.serve((request) => api.fetch(request))`
            : undefined,
      },
    ],
    build: {
      ssr: entry,
      write: false,
      minify: false,
      rolldownOptions: { output: { codeSplitting: false }, transform: { inject } },
    },
  })
  const files = [built].flat().flatMap((result) => ('output' in result ? result.output : []))
  const [file] = files
  if (files.length !== 1 || file?.type !== 'chunk') throw new Error('The function did not become one file')
  const foreign = [...file.imports, ...file.dynamicImports].filter(
    (name) => !name.startsWith('node:') && name !== file.fileName,
  )
  if (foreign.length > 0) throw new Error(`The function still imports ${foreign.join(', ')}`)
  return file.code
}

const target = process.argv[2] ?? 'dist-function'
try {
  mkdirSync(target, { recursive: true })
  writeFileSync(join(target, 'index.ts'), await bundleFunction())
} catch (error) {
  const reason = reasonOfError(error)
  if (reason === undefined) throw error
  console.error(`The edge function could not be built. ${reason}`)
  process.exit(1)
}
console.log(
  `The edge function is in ${join(target, 'index.ts')}: one file, to be copied into the folder volumes/functions/api of Supabase.`,
)
