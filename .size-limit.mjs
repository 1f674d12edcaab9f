import { readFileSync } from 'node:fs'

// Limits the scripts of a first visit, chunk by chunk, by the build's manifest; fonts and pictures are not scripts.
const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8'))

/** The chunks of the entry and of the lazy screens named, with all they import, each once. */
function chunksOf(...screens) {
  const found = new Set()
  const visit = (key) => {
    const chunk = manifest[key]
    if (chunk === undefined) throw new Error(`The build has no chunk ${key}`)
    if (found.has(chunk)) return
    found.add(chunk)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const key of ['index.html', ...screens]) visit(key)
  return [...found]
}

const scriptsOf = (...screens) => chunksOf(...screens).map(({ file }) => `dist/${file}`)

/** Returns the scripts that a game adds to the child's side. */
function scriptsOfGame(game) {
  const there = new Set(
    scriptsOf(
      'shell/family-frame.tsx',
      'shell/kid-screen.tsx',
      'features/kid/kid-quests.tsx',
      'ui/motion/motion-features.ts',
    ),
  )
  return scriptsOf(`playground/${game}/${game}-game.tsx`).filter((script) => !there.has(script))
}

const mostRequests = 12

/** The scripts and styles of a page, which come in few pieces. */
function filesOf(...screens) {
  const styles = chunksOf(...screens).flatMap(({ css = [] }) => css.map((file) => `dist/${file}`))
  const files = [...scriptsOf(...screens), ...styles]
  if (files.length > mostRequests)
    throw new Error(`${screens.at(-1)} comes in ${files.length} requests: ${files.join(', ')}`)
  return files
}

const games = ['alphabet-bubbls', 'time-ticker', 'bubble-sort', 'word-pop', 'math-splash']

const frame = ['shell/family-frame.tsx', 'shell/parent-screen.tsx']
/** The chunks that load right after the first paint. */
const after = [
  'lib/live/live-connection.ts',
  'lib/offline/offline-cache.ts',
  'ui/motion/motion-features.ts',
  'features/board/quest-drag-and-drop.tsx',
]

export default [
  { name: 'sign-in page', path: scriptsOf('features/auth/login-page.tsx'), limit: '152.1 kB', gzip: true },
  // Mission Control begins with the calendar; the board is its other tab.
  { name: 'calendar', path: scriptsOf(...frame, 'features/calendar/calendar.tsx'), limit: '242 kB', gzip: true },
  ...games.map((game) => ({ name: game, path: scriptsOfGame(game), limit: '40 kB', gzip: true })),
  { name: 'board', path: scriptsOf(...frame, 'features/board/kanban.tsx'), limit: '232.9 kB', gzip: true },
  {
    name: 'board, with what comes right after it',
    path: scriptsOf(...frame, ...after, 'features/board/kanban.tsx'),
    limit: '341.2 kB',
    gzip: true,
  },
  {
    name: 'board with its styles, over a modern wire',
    path: filesOf(...frame, 'features/board/kanban.tsx'),
    limit: '220 kB',
    brotli: true,
  },
]
