import { readdirSync } from 'node:fs'

const folders = [
  'app',
  'bench',
  'deploy',
  'domain',
  'e2e',
  'edge-functions',
  'embedded',
  'supabase',
  'testing',
  'tools',
]

/** The paths of our source and test files, from the project's folder; without generated and deliberately wrong ones. */
export const sourceFiles = folders
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`))
  .filter(
    (file) => /\.(?:tsx?|mjs|sql|css)$/.test(file) && !/node_modules|lint-fixtures|^supabase\/types\.ts/.test(file),
  )
