type ModuleInfo = { importers: readonly string[]; dynamicImporters: readonly string[] }
type Modules = { getModuleInfo: (id: string) => ModuleInfo | null }

/** The rooms of the app in the order somebody comes into them, each by the modules that are loaded to enter it. */
const rooms: Record<string, readonly string[]> = {
  front: ['index.html'],
  door: ['features/auth/login-page.tsx'],
  marks: ['features/landing/landing-page.tsx'],
  house: ['shell/family-frame.tsx', 'shell/parent-screen.tsx'],
  board: ['features/board/kanban.tsx'],
  calendar: ['features/calendar/calendar.tsx'],
  dialogs: ['features/quests/quest-dialogs.tsx', 'features/family/member-dialogs.tsx'],
}

/** These import everything they have, so their importers say nothing about what is needed. */
const barrel = /\/radix-ui\/dist\/index\.mjs$|\/lucide-react\/dist\/esm\/lucide-react\.mjs$/

/** Its barrels name both what a page begins with and what is loaded later; the bundler tells the two apart. So it does with what brings `LazyMotion` along. */
export const motion = /\/node_modules\/(framer-motion|motion-dom|motion-utils)\/|\/app\/ui\/motion-components\.tsx$/

/** What moves cards, which games move their pieces with too. */
const sharedWithGames = /\/app\/ui\/(arrival|double|keep-item-focus|layout-animation|room)\.tsx?$/

const rootsKnown = new Map<string, ReadonlySet<string>>()

/**
 * The room where a module is needed first; null where no room needs it. Left to the bundler, every
 * set of pages that shares something gets a file of its own, and a board comes in sixty requests.
 */
export function roomOf(id: string, modules: Modules): string | null {
  if (motion.test(id)) return null
  if (sharedWithGames.test(id)) return 'house'
  let roots = rootsKnown.get(id)
  if (roots === undefined) rootsKnown.set(id, (roots = rootsOf(id, modules)))
  if (roots.size === 0) return roomBehindBarrel(id)
  return Object.entries(rooms).find(([, entrances]) => entrances.some((entrance) => roots.has(entrance)))?.[0] ?? null
}

/** The modules below app/ that are loaded on their own and bring `id` along. */
function rootsOf(id: string, modules: Modules): ReadonlySet<string> {
  const roots = new Set<string>()
  const seen = new Set<string>()
  const climb = (at: string) => {
    if (seen.has(at) || barrel.test(at)) return
    seen.add(at)
    const { importers, dynamicImporters } = modules.getModuleInfo(at) ?? { importers: [], dynamicImporters: [] }
    if (dynamicImporters.length > 0 || importers.length === 0) roots.add(at.slice(at.lastIndexOf('/app/') + '/app/'.length))
    for (const importer of importers) climb(importer)
  }
  climb(id)
  return roots
}

/** A barrel tells nothing of who needs a module: icons are one file, Radix belongs to the family's screens but for what every button stands on. */
function roomBehindBarrel(id: string): string {
  if (id.includes('/lucide-react/')) return 'icons'
  return /\/@radix-ui\/react-(slot|compose-refs)\//.test(id) ? 'front' : 'house'
}
