import { useEffect, useRef, useState } from 'react'
import type { Redemption } from '#domain/contract/redemptions.ts'
import { playSound } from '#app/lib/device/sound.ts'
import { stopSpeaking, useSpoken } from '#app/lib/device/speech.ts'
import { Icon } from '#app/ui/media/icon.tsx'
import { cn } from '#app/ui/layout/cn.ts'
import { BubbleMark } from '#app/ui/media/bubble-mark.tsx'
import { PopEffect } from '#app/ui/motion/pop-effect.tsx'
import { Button } from '#app/ui/controls/button.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { kid } from '#texts/kid'
import { sentences } from '#app/state/sentences.ts'
import { ReadToMe } from './read-to-me.tsx'

/** Shows a parent's decision on a wish: celebrates a granted one; for a declined one the gems fly back into the jar. */
export default function WishAnswer({ wish, onAcknowledged }: { wish: Redemption; onAcknowledged: () => void }) {
  const isGranted = wish.status === 'granted'
  const title = isGranted ? kid.wishGranted : kid.wishDeclined
  const text = isGranted
    ? kid.wishGrantedMeans(wish.title)
    : kid.wishDeclinedMeans(wish.title, wish.gemCost, wish.settled ?? 0)
  useSpoken(sentences([title, text]))
  useEffect(() => stopSpeaking, [])
  return (
    <Dialog open onOpenChange={(open) => open || onAcknowledged()} title={title} size="small">
      <div className="flex flex-col items-center gap-6 text-center">
        <div className="flex items-center justify-center gap-2">
          <p className="font-display text-xl leading-tight font-bold wrap-anywhere">{text}</p>
          <ReadToMe title={title} words={sentences([title, text, kid.tapToGoOn])} />
        </div>
        <Picture icon={wish.icon} isGranted={isGranted} gems={wish.gemCost - (wish.settled ?? 0)} />
        <Button size="large" data-autofocus onClick={onAcknowledged}>
          {isGranted ? kid.hooray : kid.allRight}
        </Button>
      </div>
    </Dialog>
  )
}

/** The side in pixels of a quest's bubble, whose pop a granted wish resembles. */
const bubbleSide = 240
/** Its pieces rise, so that none covers the button below. */
const rising = 6

function Picture({ icon, isGranted, gems }: { icon: string; isGranted: boolean; gems: number }) {
  const picture = useRef<HTMLDivElement>(null)
  const [from, setFrom] = useState<DOMRect>()
  useEffect(() => {
    playSound(isGranted ? 'done' : 'gem')
    const rect = picture.current?.getBoundingClientRect()
    if (rect === undefined) return
    const [left, top] = [rect.left + (rect.width - bubbleSide) / 2, rect.top + (rect.height - bubbleSide) / 2]
    setFrom(isGranted ? new DOMRect(left, top, bubbleSide, bubbleSide) : rect)
  }, [isGranted])
  return (
    <div ref={picture} aria-hidden className="my-3 flex items-end justify-center">
      <span className={cn('leading-none', isGranted ? 'text-9xl' : 'text-8xl')}>
        <Icon icon={icon} />
      </span>
      <BubbleMark mood={isGranted ? 'cheering' : 'idle'} className={cn('-ml-4', isGranted ? 'size-36' : 'size-24')} />
      {from && (
        <PopEffect
          from={from}
          gems={isGranted ? 0 : gems}
          pop={rising}
          isQuiet={!isGranted}
          onEnd={() => setFrom(undefined)}
        />
      )}
    </div>
  )
}
