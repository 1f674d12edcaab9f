/** The playground's games in the order shown. These ids are in URLs and in the database and never change. */
export const gameIds = ['alphabet-bubbls', 'time-ticker', 'bubble-sort', 'word-pop', 'math-splash'] as const
export type GameId = (typeof gameIds)[number]

export const gameNames: Record<GameId, string> = {
  'alphabet-bubbls': 'Alphabet Bubbls',
  'time-ticker': 'Time Ticker',
  'bubble-sort': 'Bubble Sort',
  'word-pop': 'Word Pop',
  'math-splash': 'Math Splash!',
}
