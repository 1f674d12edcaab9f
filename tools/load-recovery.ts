import type { Plugin } from 'vite'

/** Adds the script that recovers lost files to the page: the page's own scripts do not import it. */
export function loadRecovery(): Plugin {
  return {
    name: 'load-recovery',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const chunk = Object.values(bundle).find(
          (file) => file.type === 'chunk' && file.isEntry && file.name === 'load-recovery',
        )
        if (chunk?.type !== 'chunk') throw new Error('The build has no script to recover a load')
        if (chunk.imports.length > 0)
          throw new Error(`The script that recovers a load is to be one file, and imports ${chunk.imports.join(', ')}`)
        return [
          {
            tag: 'script',
            attrs: { type: 'module', async: true, crossorigin: true, fetchpriority: 'low', src: `/${chunk.fileName}` },
            injectTo: 'head',
          },
        ]
      },
    },
  }
}
