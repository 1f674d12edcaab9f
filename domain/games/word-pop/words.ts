/** A word to spell, and the name of its picture. */
export type BankWord = { word: string; image: string; level: 1 | 2 | 3 }

const bank = (level: BankWord['level'], words: string): BankWord[] =>
  words.split(' ').map((word) => ({ word, image: word, level }))

/** Things whose picture cannot be mistaken for another, as a cup for a mug or a boat for a ship; easier ones first. */
export const words: readonly BankWord[] = [
  ...bank(1, 'cat dog sun bus hat pear bed pig egg fox bee key car fish ball star'),
  ...bank(2, 'frog duck drum bell sock hand moon book tent leaf tree bird door cake kite shoe'),
  ...bank(3, 'robot clock train snail spoon apple house rocket rabbit carrot banana pencil flower cheese'),
]
