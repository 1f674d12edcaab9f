import { readdirSync, readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const folder = new URL('../supabase/templates/', import.meta.url)

/**
 * Puts the templates of the mails beside the app, so that an Auth service that loads them by address finds them at
 * /mails.
 */
export function mails(): Plugin {
  return {
    name: 'mails',
    apply: 'build',
    generateBundle() {
      for (const name of readdirSync(folder))
        this.emitFile({ type: 'asset', fileName: `mails/${name}`, source: readFileSync(new URL(name, folder)) })
    },
  }
}
