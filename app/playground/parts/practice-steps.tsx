import type { Round } from '#domain/games/practice.ts'
import { games } from '#texts/games'
import { Step } from './step.tsx'

/** The progress of a round of practice: a full bubble for each result, an empty one for each item left. */
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
