import type { ReactNode } from 'react'
import { BubbleMark } from '#app/ui/media/bubble-mark.tsx'
import { cn } from '#app/ui/layout/cn.ts'
import { Face } from '#app/ui/media/face.tsx'
import { GemMark } from '#app/ui/media/gem-mark.tsx'
import { landing } from '#texts/landing'

const values: readonly { name: 'connection' | 'celebration' | 'collaboration'; ground: string; picture: ReactNode }[] =
  [
    {
      name: 'connection',
      ground: 'bg-coral-soft',
      picture: (
        <div className="flex -space-x-5">
          {['Mia', 'Grandpa', 'Ella'].map((name) => (
            <Face key={name} seed={name} className="border-panel size-24 rounded-full border-4 md:size-18 lg:size-24" />
          ))}
        </div>
      ),
    },
    {
      name: 'celebration',
      ground: 'bg-sun-soft',
      picture: (
        <div className="flex items-end">
          <GemMark className="mb-1 size-9 -rotate-12" />
          <BubbleMark mood="cheering" className="size-28" />
          <GemMark className="mb-6 size-12 rotate-12" />
        </div>
      ),
    },
    {
      name: 'collaboration',
      ground: 'bg-gem-soft',
      picture: (
        <div className="flex items-end gap-3">
          <MovingCard className="h-18 w-24 -rotate-6" />
          <MovingCard className="h-24 w-14 rotate-6" />
        </div>
      ),
    },
  ]

export function Values() {
  return (
    <section id="features" aria-label={landing.values} className="mx-auto max-w-7xl px-4 pt-10 pb-24 sm:px-8 lg:pb-32">
      <ul className="grid gap-x-6 gap-y-20 md:grid-cols-3">
        {values.map(({ name, ground, picture }) => (
          <li key={name} className={cn('flex flex-col rounded-tile px-6 pb-9 lg:px-9', ground)}>
            <div className="-mt-10 mb-5 flex h-28 items-end">{picture}</div>
            <h2 className="text-[1.75rem] font-bold lg:text-3xl">{landing[name]}</h2>
            <p className="mt-2 text-lg leading-relaxed">{landing[`${name}Text`]}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A screen that shows the same card as the screen beside it. */
function MovingCard({ className }: { className: string }) {
  return (
    <div className={cn('border-ink bg-panel flex flex-col justify-end gap-1.5 rounded-2xl border-4 p-2', className)}>
      <div className="bg-grape h-5 rounded-lg" />
      <div className="bg-line h-2.5 rounded-full" />
    </div>
  )
}
