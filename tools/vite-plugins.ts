import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { Plugin, Rolldown } from 'vite'

function entryOf(bundle: Rolldown.OutputBundle, name: string): Rolldown.OutputChunk {
  const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry && file.name === name)
  if (entry?.type !== 'chunk') throw new Error(`The build has no script ${name}`)
  return entry
}

/** Returns a script that is loaded alone: it may import nothing. */
function singleFile(bundle: Rolldown.OutputBundle, name: string): Rolldown.OutputChunk {
  const script = entryOf(bundle, name)
  if (script.imports.length === 0) return script
  throw new Error(`The script ${name} is to be one file, and imports ${script.imports.join(', ')}`)
}

/** Adds the script that recovers lost files to the page: the page's own scripts do not import it. */
export function loadRecovery(): Plugin {
  return {
    name: 'load-recovery',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const src = `/${singleFile(bundle, 'load-recovery').fileName}`
        const attrs = { type: 'module', async: true, crossorigin: true, fetchpriority: 'low', src }
        return [{ tag: 'script', attrs, injectTo: 'head' }]
      },
    },
  }
}

const templates = new URL('../supabase/templates/', import.meta.url)

/**
 * Puts the templates of the mails beside the app, so that an Auth service that loads them by address finds them at
 * /mails.
 */
export function mails(): Plugin {
  return {
    name: 'mails',
    apply: 'build',
    generateBundle() {
      for (const name of readdirSync(templates))
        this.emitFile({ type: 'asset', fileName: `mails/${name}`, source: readFileSync(new URL(name, templates)) })
    },
  }
}

/** Files that need a network, or that few people need: cached on use, not ahead. */
const notAhead =
  /\/(uppy|picture-dialog|recovery-form|new-password-page|four-weeks|silent-video|silence|(icon-words-)?(de|es))-|-(ext|cyrillic|vietnamese|devanagari)-|\.woff$/

/** Tells the service worker which files there are: it is built with the app, and names it. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle(_, bundle) {
      const worker = singleFile(bundle, 'service-worker')
      const files = Object.keys(bundle)
        .filter((name) => name.startsWith('assets/') && !notAhead.test(name))
        .map((name) => `/${name}`)
        .toSorted()
      const version = createHash('sha256').update(files.join()).digest('hex').slice(0, 12)
      worker.code = worker.code
        .replace('__FILES__', JSON.stringify(files))
        .replace('__ENTRY__', JSON.stringify(`/${entryOf(bundle, 'index').fileName}`))
        .replace('__VERSION__', JSON.stringify(version))
    },
  }
}
