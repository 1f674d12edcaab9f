/** The family `--demo` adds: two parents, three kids, 25 quests over all four columns, rewards, and what they did lately. */
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
    quest('Ideas', '🌱', 'Plant herbs on the balcony', 40, ['Mia', 'Nora'], { description: 'Basil, mint and chives. The pots are in the cellar.' }),
    quest('Ideas', '🎨', 'Paint a sign for the front door', 60, ['Ella']),
    quest('Ideas', '🐕', 'Teach Biscuit a new trick', 80, ['Theo', 'Mia']),
    quest('Ideas', '📚', 'Sort out books for the flea market', 50, ['Mia', 'Theo', 'Ella', 'Jonas']),
    quest('Ideas', '💪', 'Bike tour to the lake', 100, ['Nora', 'Jonas', 'Mia', 'Theo', 'Ella']),
    quest('To Do', '🛏️', 'Make the bed', 10, ['Mia'], { recurring: 'daily', targetTime: '07:30' }),
    quest('To Do', '🦷', 'Brush teeth for two minutes', 5, ['Ella'], { recurring: 'daily', targetTime: '19:15' }),
    quest('To Do', '🐕', 'Feed Biscuit', 15, ['Theo'], { recurring: 'daily', targetTime: '17:00', description: 'One cup, and fresh water.' }),
    quest('To Do', '🍽️', 'Set the table', 15, ['Ella', 'Theo'], { recurring: 'daily', targetTime: '18:00' }),
    quest('To Do', '📚', 'Read for twenty minutes', 20, ['Mia', 'Theo'], { recurring: 'daily' }),
    quest('To Do', '🧹', 'Vacuum the living room', 45, ['Jonas', 'Mia'], { recurring: 'weekly', targetTime: '10:00' }),
    quest('To Do', '🌱', 'Water the plants', 20, ['Ella'], { recurring: 'weekly' }),
    quest('To Do', '⚽', 'Pack the football bag', 10, ['Theo'], { recurring: 'weekly', targetTime: '16:30' }),
    quest('To Do', '🧹', 'Take out the recycling', 25, ['Theo']),
    quest('In Progress', '🎨', 'Finish the birthday card for Grandma', 30, ['Ella', 'Mia'], { description: 'With glitter, but on newspaper please.' }),
    quest('In Progress', '📚', 'Learn the poem', 60, ['Mia'], { description: 'Two verses are done, three to go.' }),
    quest('In Progress', '🧹', 'Tidy the desk', 25, ['Theo']),
    quest('In Progress', '💪', 'Carry the wood to the shed', 70, ['Jonas', 'Theo']),
    quest('In Progress', '🐕', 'Brush Biscuit', 20, ['Ella']),
    quest('Done', '🍽️', 'Empty the dishwasher', 20, ['Mia']),
    quest('Done', '🛏️', 'Change the bed sheets', 35, ['Nora']),
    quest('Done', '🌱', 'Rake the leaves', 50, ['Theo', 'Jonas']),
    quest('Done', '🎨', 'Draw a map of the garden', 25, ['Ella']),
    quest('Done', '📚', 'Return the library books', 15, ['Mia']),
    quest('Done', '⚽', 'Pump up the bicycle tyres', 20, ['Theo']),
  ],
  rewards: [
    { icon: '🎮', title: 'Half an hour of screen time', gemCost: 80 },
    { icon: '🍕', title: 'Pizza night', gemCost: 250 },
    { icon: '🍦', title: 'Ice cream after school', gemCost: 60 },
    { icon: '🌙', title: 'Stay up half an hour longer', gemCost: 120 },
    { icon: '🎬', title: 'Choose the film', gemCost: 100 },
    { icon: '🎁', title: 'A trip to the climbing hall', gemCost: 900 },
  ],
  /** Children forget now and then; which days is the same in every demo. */
  doneOn: (daysAgo: number): Done[] => dailyHabits.filter((_, habit) => (daysAgo * 7 + habit * 3) % 5 !== 0).concat(onceDone[daysAgo] ?? []),
  doneToday: [
    { quest: 'Make the bed', member: 'Mia' },
    { quest: 'Brush teeth for two minutes', member: 'Ella' },
  ],
} as const

type Done = { quest: string; member: string }

const dailyHabits: Done[] = [
  { quest: 'Make the bed', member: 'Mia' },
  { quest: 'Brush teeth for two minutes', member: 'Ella' },
  { quest: 'Feed Biscuit', member: 'Theo' },
  { quest: 'Set the table', member: 'Ella' },
  { quest: 'Read for twenty minutes', member: 'Theo' },
]

/** The quests in the last column, by how many days ago they were done. */
const onceDone: Record<number, Done[]> = {
  2: [{ quest: 'Empty the dishwasher', member: 'Mia' }],
  3: [{ quest: 'Pump up the bicycle tyres', member: 'Theo' }],
  5: [{ quest: 'Draw a map of the garden', member: 'Ella' }],
  8: [
    { quest: 'Return the library books', member: 'Mia' },
    { quest: 'Rake the leaves', member: 'Theo' },
  ],
  13: [{ quest: 'Change the bed sheets', member: 'Nora' }],
}

type More = { description?: string; recurring?: 'daily' | 'weekly'; targetTime?: string }

function quest(column: string, icon: string, title: string, gemValue: number, assignees: readonly string[], more: More = {}) {
  return { column, icon, title, gemValue, assignees, description: '', recurring: 'once', targetTime: null, ...more }
}
