export type DemoColumn = 0 | 1 | 2

/** A card of the demo: its texts are in the landing page's texts, by `id`; `face` seeds the assignee's avatar. */
export type DemoCard = {
  id: 'table' | 'dog' | 'books' | 'plants'
  icon: string
  face: string
  gems: number
  start: DemoColumn
}

export const demoColumns = [
  { emoji: '📋', id: 'todo' },
  { emoji: '🚀', id: 'doing' },
  { emoji: '✅', id: 'done' },
] as const

export const demoCards: readonly DemoCard[] = [
  { id: 'table', icon: '🍽️', face: 'Mia', gems: 30, start: 1 },
  { id: 'dog', icon: '🐕', face: 'Jonas', gems: 50, start: 0 },
  { id: 'books', icon: '📚', face: 'Grandpa', gems: 40, start: 0 },
  { id: 'plants', icon: '🌱', face: 'Ella', gems: 20, start: 0 },
]

const moves: readonly { card: string; to: DemoColumn }[] = [
  { card: 'table', to: 2 },
  { card: 'dog', to: 1 },
  { card: 'books', to: 1 },
  { card: 'dog', to: 2 },
  { card: 'books', to: 2 },
]

/** Each move takes two ticks, a lift and a drop; the last tick of a round is a pause. */
export const ticksPerRound = moves.length * 2 + 1

/** The number of rounds after which the demo stops until it is started again. */
export const rounds = 2

export const lastTick = ticksPerRound * rounds - 1

/** The tick shown with reduced motion: one card in each column, gems in the jar. */
export const stillTick = 4

export type DemoBoard = {
  /** The column of each card, and the number of cards above it. */
  places: ReadonlyMap<string, { column: DemoColumn; slot: number }>
  /** The card that is being dragged. */
  lifted: string | undefined
  /** The card that entered Done in this tick. */
  popped: string | undefined
  gems: number
}

export function demoBoardAt(tick: number): DemoBoard {
  const inRound = tick % ticksPerRound
  const made = moves.slice(0, Math.floor(inRound / 2))
  const columns: [string[], string[], string[]] = [[], [], []]
  for (const card of demoCards) columns[card.start].push(card.id)
  for (const { card, to } of made) {
    for (const column of columns) if (column.includes(card)) column.splice(column.indexOf(card), 1)
    columns[to].push(card)
  }
  const places = new Map<string, { column: DemoColumn; slot: number }>()
  for (const column of [0, 1, 2] as const) columns[column].forEach((card, slot) => places.set(card, { column, slot }))

  const isLift = inRound % 2 === 1
  const last = made.at(-1)
  return {
    places,
    lifted: isLift ? moves[made.length]?.card : undefined,
    popped: !isLift && last?.to === 2 ? last.card : undefined,
    gems: demoCards.filter((card) => columns[2].includes(card.id)).reduce((sum, card) => sum + card.gems, 0),
  }
}

/** Milliseconds a tick is shown before the next. */
export function tickDuration(tick: number): number {
  const inRound = tick % ticksPerRound
  if (inRound === 0) return 1400
  if (inRound === ticksPerRound - 1) return 2600
  return inRound % 2 === 1 ? 650 : 1350
}
