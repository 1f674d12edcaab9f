import type { Round } from '#domain/games/practice.ts'
import { games } from '#texts/games'
import { Step } from './step.tsx'

/** How far a round of practice is: a bubble for each answer given and each one to come. */
export function PracticeSteps({ round }: { round: Round }) {
  const all = round.answered + round.queue.length
  return (
    <p className="flex flex-wrap items-center justify-center gap-1.5">
      <span className="sr-only">{games.answeredOf(round.answered, all)}</span>
      {Array.from({ length: all }, (_, step) => (
        <Step key={step} isFull={step < round.answered} className="border-grape size-4" fill="bg-grape" />
      ))}
    </p>
  )
}
