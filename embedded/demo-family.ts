/**
 * The family `--demo` adds: two parents, three kids, 25 quests over all four columns, rewards, and what they did
 * lately.
 */
export const demoFamily = {
  firstName: 'Nora',
  lastName: 'Lindgren',
  others: [
    { name: 'Jonas', role: 'parent' },
    { name: 'Mia', role: 'kid' },
    { name: 'Theo', role: 'kid' },
    { name: 'Ella', role: 'kid' },
  ],
  quests: [
    quest('Ideas', '🌱', 'Plant herbs on the balcony', 40, ['Mia', 'Nora'], {
      description: 'Basil, mint and chives. The pots are in the cellar.',
    }),
    quest('Ideas', '🎨', 'Paint a sign for the front door', 60, ['Ella']),
    quest('Ideas', '🐕', 'Teach Biscuit a new trick', 80, ['Theo', 'Mia']),
    quest('Ideas', '📚', 'Sort out books for the flea market', 50, ['Mia', 'Theo', 'Ella', 'Jonas']),
    quest('Ideas', '💪', 'Bike tour to the lake', 100, ['Nora', 'Jonas', 'Mia', 'Theo', 'Ella']),
    quest('To Do', '🛏️', 'Make the bed', 10, ['Mia'], { recurring: 'daily', targetTime: '07:30' }),
    quest('To Do', '🦷', 'Brush teeth for two minutes', 5, ['Ella'], { recurring: 'daily', targetTime: '19:15' }),
    quest('To Do', '🐕', 'Feed Biscuit', 15, ['Theo'], {
      recurring: 'daily',
      targetTime: '17:00',
      description: 'One cup, and fresh water.',
    }),
    quest('To Do', '🍽️', 'Set the table', 15, ['Ella', 'Theo'], { recurring: 'daily', targetTime: '18:00' }),
    quest('To Do', '📚', 'Read for twenty minutes', 20, ['Theo', 'Mia'], { recurring: 'daily' }),
    quest('To Do', '🧹', 'Vacuum the living room', 45, ['Jonas', 'Mia'], { recurring: 'weekly', targetTime: '10:00' }),
    quest('To Do', '🌱', 'Water the plants', 20, ['Ella'], { recurring: 'weekly' }),
    quest('To Do', '⚽', 'Pack the football bag', 10, ['Theo'], { recurring: 'weekly', targetTime: '16:30' }),
    quest('To Do', '🧹', 'Take out the recycling', 25, ['Theo']),
    quest('In Progress', '🎨', 'Finish the birthday card for Grandma', 30, ['Ella', 'Mia'], {
      description: 'With glitter, but on newspaper please.',
    }),
    quest('In Progress', '📚', 'Learn the poem', 60, ['Mia'], { description: 'Two verses are done, three to go.' }),
    quest('In Progress', '🧹', 'Tidy the desk', 25, ['Theo']),
    quest('In Progress', '💪', 'Carry the wood to the shed', 70, ['Jonas', 'Theo']),
    quest('In Progress', '🐕', 'Brush Biscuit', 20, ['Ella']),
    quest('Done', '🍽️', 'Empty the dishwasher', 20, ['Mia'], { doneDaysAgo: 2 }),
    quest('Done', '🛏️', 'Change the bed sheets', 35, ['Nora'], { doneDaysAgo: 13 }),
    quest('Done', '🌱', 'Rake the leaves', 50, ['Theo', 'Jonas'], { doneDaysAgo: 8 }),
    quest('Done', '🎨', 'Draw a map of the garden', 25, ['Ella'], { doneDaysAgo: 5 }),
    quest('Done', '📚', 'Return the library books', 15, ['Mia'], { doneDaysAgo: 8 }),
    quest('Done', '⚽', 'Pump up the bicycle tyres', 20, ['Theo'], { doneDaysAgo: 3 }),
  ],
  rewards: [
    { icon: '🎮', title: 'Half an hour of screen time', gemCost: 80 },
    { icon: '🍕', title: 'Pizza night', gemCost: 250 },
    { icon: '🍦', title: 'Ice cream after school', gemCost: 60 },
    { icon: '🌙', title: 'Stay up half an hour longer', gemCost: 120 },
    { icon: '🎬', title: 'Choose the film', gemCost: 100 },
    { icon: '🎁', title: 'A trip to the climbing hall', gemCost: 900 },
  ],
} as const

/**
 * The quests that their first assignee did on a day. Children forget now and then; which days is the same in every
 * demo.
 */
export function questsDoneOn(daysAgo: number): DemoQuest[] {
  const daily = demoFamily.quests.filter(({ recurring }) => recurring === 'daily')
  // Today has only begun.
  if (daysAgo === 0) return daily.slice(0, 2)
  const once = demoFamily.quests.filter(({ doneDaysAgo }) => doneDaysAgo === daysAgo)
  return [...daily.filter((_, habit) => (daysAgo * 7 + habit * 3) % 5 !== 0), ...once]
}

type More = { description?: string; recurring?: 'daily' | 'weekly'; targetTime?: string; doneDaysAgo?: number }
export type DemoQuest = ReturnType<typeof quest>

function quest(
  column: string,
  icon: string,
  title: string,
  gemValue: number,
  assignees: readonly string[],
  { doneDaysAgo, ...more }: More = {},
) {
  return { column, icon, title, gemValue, assignees, doneDaysAgo, ...more }
}
