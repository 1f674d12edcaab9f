import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

/** Files that need a network, or that few people need: cached on use, not ahead. */
const notAhead =
  /\/(uppy|picture-dialog|recovery-form|new-password-page|four-weeks|silent-video|silence|de|es)-|-(ext|cyrillic|vietnamese|devanagari)-|\.woff$/

/** Tells the service worker which files there are: it is built with the app, and names it. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle(_, bundle) {
      const worker = bundle['service-worker.js']
      if (worker?.type !== 'chunk') throw new Error('The build has no service worker')
      if (worker.imports.length > 0)
        throw new Error(`The service worker is to be one file, and imports ${worker.imports.join(', ')}`)
      const files = Object.keys(bundle)
        .filter((name) => name.startsWith('assets/') && !notAhead.test(name))
        .map((name) => `/${name}`)
        .toSorted()
      const entry = Object.values(bundle).find(
        (file) => file.type === 'chunk' && file.isEntry && file.name === 'index',
      )?.fileName
      if (entry === undefined) throw new Error('The build has no script for its page')
      const version = createHash('sha256').update(files.join()).digest('hex').slice(0, 12)
      worker.code = worker.code
        .replace('__FILES__', JSON.stringify(files))
        .replace('__ENTRY__', JSON.stringify(`/${entry}`))
        .replace('__VERSION__', JSON.stringify(version))
    },
  }
}
