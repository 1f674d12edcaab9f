// `npm run hosted -- COMMAND`: the CLI of Supabase on the hosted project, with the settings of its own. See
// docs/deploy.md.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { earlierProject } from '../embedded/postgres/earlier.mjs'
import { tellReason } from './failure.mjs'
import { install } from './install.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
install({ development: true })
// Imported after the install, because it is a package.
const { parse } = await import('smol-toml')

const args = process.argv.slice(2)
const stage = process.env.SUPABASE_ENV ?? 'production'
const file = `supabase/.env.${stage}`
// As the CLI reads them: a name in the shell comes before one in the file.
const settings = { ...(existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}), ...process.env }
const reference = settings.SUPABASE_REMOTES_PRODUCTION_PROJECT_ID ?? ''

const problem = findProblem()
if (problem !== undefined) {
  console.error(problem)
  process.exit(2)
}
const ended = run('inherit')
tellReason('The CLI of Supabase', ended)
// The CLI's own advice for an unknown migration history would drop the family's tables.
if (ended.status !== 0 && args[0] === 'db' && args[1] === 'push') {
  const { stdout, stderr } = run('pipe', '--dry-run')
  const sentence = earlierProject(`${stdout}${stderr}`)
  if (sentence !== undefined) console.error(sentence)
}
process.exit(ended.status ?? 1)

function run(stdio, ...more) {
  return spawnSync(
    process.execPath,
    ['node_modules/supabase/dist/supabase.js', ...args, ...more, `--remote=${reference}`],
    {
      stdio,
      encoding: 'utf8',
      env: { ...process.env, SUPABASE_ENV: stage, SUPABASE_REMOTES_PRODUCTION_PROJECT_ID: reference },
    },
  )
}

/**
 * Why the project would not get its own settings, as a sentence: the CLI would send the local ones, or `env(…)`
 * unreplaced.
 */
function findProblem() {
  if (args.length === 0)
    return 'Usage: npm run hosted -- COMMAND OF THE SUPABASE CLI, for example: npm run hosted -- db push'
  if (!/^[a-z]{20}$/.test(reference)) {
    return `SUPABASE_REMOTES_PRODUCTION_PROJECT_ID has to be the reference of your project, 20 small letters: in ${file}, made from deploy/production.env, or in the shell.`
  }
  const missing = namesIn(parse(readFileSync('supabase/config.toml', 'utf8')).remotes.production).filter(
    (name) => !settings[name],
  )
  return missing.length === 0
    ? undefined
    : `No value for ${missing.join(', ')}: in ${file}, made from deploy/production.env, or in the shell.`
}

/** The names that a part of the configuration takes out of the environment. */
function namesIn(value) {
  if (typeof value === 'object') return Object.values(value).flatMap(namesIn)
  return [...String(value).matchAll(/^env\((.*)\)$/g)].map(([, name]) => name)
}
