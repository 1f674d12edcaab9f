import { readdirSync, readFileSync } from 'node:fs'
import type { Check } from './checks.ts'
import { found } from './visitor.ts'

const folder = new URL('../../supabase/templates/', import.meta.url)

export const templatesCheck: Check = {
  name: 'The templates of our mails are served as they were built',
  remedy:
    'Publish dist/ of `npm run build` of this version with its folder mails/, and let nothing on the way change a page. On a Supabase of your own Auth loads them from there: where one is missing it mails an English text of its own, and another page it would mail as it is.',
  async run({ address }) {
    for (const name of readdirSync(folder)) {
      const path = `/mails/${name}`
      const response = await fetch(new URL(path, address), { signal: AbortSignal.timeout(20_000) })
      const text = await response.text()
      if (response.status !== 200) return found(`${path} answered ${response.status}.`)
      if (text.includes('id="app"')) return found(`${path} answered the app’s page.`)
      if (text !== readFileSync(new URL(name, folder), 'utf8')) return found(`${path} is not what this version has.`)
    }
  },
}
