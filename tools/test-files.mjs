// Which files are tests, by kind.

/** Run by Vitest on Node. */
export const unitTestFiles = ['domain/**/*.test.ts', 'app/**/*.test.{ts,tsx}', 'tools/*.test.ts', 'tools/checks/*.test.ts', 'bench/*.test.ts']

/** Run by Deno, beside a real Postgres. */
export const serverTestFolders = ['deploy', 'edge-functions', 'embedded', 'supabase/tests', 'tools/doctor', 'tools/acceptance']

/** Run by Playwright in a real browser. */
export const storyFiles = ['e2e/*.spec.ts']

/** The story that runs in each engine of `tools/engines.mjs`. */
export const tourFile = 'e2e/tour.spec.ts'
