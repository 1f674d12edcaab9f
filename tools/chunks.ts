type ModuleInfo = { importers: readonly string[]; dynamicImporters: readonly string[] }
type Modules = { getModuleInfo: (id: string) => ModuleInfo | null }

/** The chunk groups in the order in which the app loads them, each with its entry modules. */
const chunkGroups: Record<string, readonly string[]> = {
  front: ['index.html'],
  door: ['features/auth/login-page.tsx'],
  marks: ['features/landing/landing-page.tsx'],
  house: ['shell/family-frame.tsx', 'shell/parent-screen.tsx'],
  board: ['features/board/kanban.tsx'],
  calendar: ['features/calendar/calendar.tsx'],
  dialogs: ['features/quests/quest-dialogs.tsx', 'features/members/member-dialogs.tsx'],
}

/** Barrels import everything they have, so their importers do not show which module is needed. */
const barrel = /\/radix-ui\/dist\/index\.mjs$|\/lucide-react\/dist\/esm\/lucide-react\.mjs$/

/**
 * Left to the bundler, which separates what a page needs at first from what is loaded later: its barrels and
 * `LazyMotion` name both.
 */
export const motion =
  /\/node_modules\/(framer-motion|motion-dom|motion-utils)\/|\/app\/ui\/motion\/motion-components\.tsx$/

/** Animation code of cards that the games use too. */
const sharedWithGames =
  /\/app\/ui\/(motion\/(highlight-moved-item|clone-element|layout-animation)|layout\/keep-item-focus)\.tsx?$/

const rootsKnown = new Map<string, ReadonlySet<string>>()

/**
 * The first chunk group that needs a module; null when none does. The bundler alone would make a chunk for
 * every set of pages that shares a module, and a board would take sixty requests.
 */
export function chunkGroupOf(id: string, modules: Modules): string | null {
  if (motion.test(id)) return null
  if (sharedWithGames.test(id)) return 'house'
  let roots = rootsKnown.get(id)
  if (roots === undefined) rootsKnown.set(id, (roots = rootsOf(id, modules)))
  if (roots.size === 0) return groupBehindBarrel(id)
  return Object.entries(chunkGroups).find(([, entries]) => entries.some((entry) => roots.has(entry)))?.[0] ?? null
}

/** The modules below app/ that are loaded on their own and bring `id` along. */
function rootsOf(id: string, modules: Modules): ReadonlySet<string> {
  const roots = new Set<string>()
  const seen = new Set<string>()
  const climb = (at: string) => {
    if (seen.has(at) || barrel.test(at)) return
    seen.add(at)
    const { importers, dynamicImporters } = modules.getModuleInfo(at) ?? { importers: [], dynamicImporters: [] }
    if (dynamicImporters.length > 0 || importers.length === 0)
      roots.add(at.slice(at.lastIndexOf('/app/') + '/app/'.length))
    for (const importer of importers) climb(importer)
  }
  climb(id)
  return roots
}

/**
 * A barrel hides who needs a module: icons are one chunk, Radix belongs to the family's screens, except what every
 * button uses.
 */
function groupBehindBarrel(id: string): string {
  if (id.includes('/lucide-react/')) return 'icons'
  return /\/@radix-ui\/react-(slot|compose-refs)\//.test(id) ? 'front' : 'house'
}
