import { ALargeSmall, Clock, Fish, Shapes, WholeWord, type LucideIcon } from 'lucide-react'

const games: readonly { id: string; name: string; text: string; Icon: LucideIcon; className: string }[] = [
  { id: 'alphabet-bubbls', name: 'Alphabet Bubbls', text: 'Trace the letters', Icon: ALargeSmall, className: 'bg-grape-soft text-grape' },
  { id: 'time-ticker', name: 'Time Ticker', text: 'Read the clock', Icon: Clock, className: 'bg-sun-soft text-ink' },
  { id: 'bubble-sort', name: 'Bubble Sort', text: 'Sort the bubbles', Icon: Shapes, className: 'bg-sky-soft text-ink' },
  { id: 'word-pop', name: 'Word Pop', text: 'Spell the words', Icon: WholeWord, className: 'bg-coral-soft text-coral-ink' },
  { id: 'math-splash', name: 'Math Splash!', text: 'Add and take away', Icon: Fish, className: 'bg-gem-soft text-gem-ink' },
]

/** Five doors; what is behind them is still being built. */
export default function KidPlayground() {
  return (
    <section aria-labelledby="playground" className="flex flex-col gap-4">
      <div>
        <h2 id="playground" className="text-2xl">
          Playground Games
        </h2>
        <p className="text-muted">Choose a game to play and learn!</p>
      </div>
      <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3 xl:grid-cols-5">
        {games.map(({ id, name, text, Icon, className }) => (
          <li
            key={id}
            className="border-line bg-panel/70 flex flex-col items-center gap-2 rounded-tile border-2 border-dashed p-4 text-center last:max-sm:col-span-2"
          >
            <span className={`grid size-24 place-items-center rounded-full ${className}`}>
              <Icon aria-hidden className="size-12" />
            </span>
            <h3 className="text-xl">{name}</h3>
            <p className="text-muted leading-snug">{text}</p>
            <p className="bg-sunken mt-auto rounded-full px-4 py-1 text-base font-bold">Coming soon</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
