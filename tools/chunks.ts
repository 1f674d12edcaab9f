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

/** These import everything they have: who imports them says nothing about what is needed. */
const barrel = /\/radix-ui\/dist\/index\.mjs$|\/lucide-react\/dist\/esm\/lucide-react\.mjs$/

/** Its barrels name both what a page begins with and what is loaded later; the bundler tells the two apart. So it does with what brings `LazyMotion` along. */
export const motion = /\/node_modules\/(framer-motion|motion-dom|motion-utils)\/|\/app\/ui\/motion-components\.tsx$/

/** Modules that belong to one room, because all others that load them have it already or need no more of it. */
const placed: readonly [RegExp, string][] = [
  [/\/app\/ui\/(arrival|double|keep-item-focus|layout-animation|room)\.tsx?$/, 'house'],
  // The signed-in family has no form with a password on its first screens.
  [/\/app\/(features\/auth\/auth-layout|ui\/password-field)\.tsx$|\/texts\/en\.ts\?auth$|\/icons\/eye(-off)?\.\w+$/, 'sign-in'],
  // A page in another language loads the words of date-fns, and not what writes dates with them.
  [/\/date-fns\/locale\/_lib\//, 'locale'],
  [
    /\/date-fns\/(format\.js|locale\/en-US|startOf(Year|Week|ISO)|get(DayOfYear|ISO|Week)|_lib\/(format\/(f|longF)ormatters|protectedTokens))|\/app\/texts\/dates\.ts$/,
    'dates',
  ],
]

const rootsKnown = new Map<string, ReadonlySet<string>>()

/**
 * The room where a module is needed first; null where no room needs it. Left to the bundler, every
 * set of pages that shares something gets a file of its own, and a board comes in sixty requests.
 */
export function roomOf(id: string, modules: Modules): string | null {
  if (motion.test(id)) return null
  const place = placed.find(([modules]) => modules.test(id))
  if (place !== undefined) return place[1]
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

function roomBehindBarrel(id: string): string {
  if (/\/@radix-ui\/react-(slot|compose-refs)\//.test(id)) return 'front'
  if (!id.includes('/lucide-react/')) return 'house'
  if (!id.includes('/icons/') || /\/circle-(alert|exclamation-point)\.mjs$/.test(id)) return 'front'
  return /\/(eye|eye-off|languages|chevron-down)\.mjs$/.test(id) ? 'door' : 'marks'
}
