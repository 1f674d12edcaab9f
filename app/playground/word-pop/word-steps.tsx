import { wordsPerLevel } from '#domain/games/word-pop/word-pop.ts'
import { wordPop } from '#texts/wordPop'

/** The progress of the level: a worm that grows with each word. */
export function WordSteps({ done }: { done: number }) {
  return (
    <p className="flex items-center">
      <span className="sr-only">{wordPop.wordOf(done + 1, wordsPerLevel)}</span>
      {Array.from({ length: wordsPerLevel }, (_, step) => (
        <span
          key={step}
          aria-hidden
          className={`-mr-1 size-5 rounded-full border-2 border-[#2f9e44] ${step < done ? 'bg-[#74c95a]' : ''} ${step === done ? 'bg-sun' : ''}`}
        />
      ))}
    </p>
  )
}
