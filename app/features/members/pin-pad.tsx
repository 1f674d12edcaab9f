import { Delete } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, type ReactNode, type Ref } from 'react'
import { pinPictures, type PinPicture } from '#domain/contract/members.ts'
import { Field, inputShape } from '#app/ui/controls/field.tsx'
import { cn } from '#app/ui/layout/cn.ts'
import { Icon } from '#app/ui/media/icon.tsx'
import { shake } from '#app/ui/motion/transitions.ts'
import { useWiggle } from '#app/ui/motion/use-wiggle.ts'
import { announce } from '#app/state/announce.ts'
import { useAnnounced } from '#app/state/use-announced.ts'
import { pins } from '#texts/pins'
import { digitsOf, iconsOfPictures, pinLength } from './pin.ts'

export type PinPadProps = {
  label: string
  hint: string
  error?: string | undefined
  /** Shows pictures instead of digits. */
  ofPictures: boolean
  pin: string
  onChange: (pin: string) => void
  /** Shows the chosen pictures, to the parent who sets them. */
  isOpen?: boolean
  /** Says, over the dots, that the last PIN was wrong; the dots shake. */
  wrong?: string | undefined
  /** Says below the dots why the keys take no tap. */
  waiting?: string | undefined
  /** Has the focus when its dialog opens. */
  isFirst?: boolean
  onEnter?: () => void
  /** The element to focus: the field for digits, or the first picture. */
  ref?: Ref<HTMLElement>
}

/** The pale background of pictures in light and dark, on which each of their colours stands out. */
const ground = 'bg-[#f3f8ff]'

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

/** Four dots, and a key for each digit or picture. A keyboard types digits into the field under the dots. */
export function PinPad(props: PinPadProps) {
  const { ofPictures, pin, onChange, waiting, isFirst = false, ref } = props
  const isLocked = waiting !== undefined
  useAnnounced(props.wrong)
  useAnnounced(ofPictures && props.error)
  useAnnouncedWait(waiting)
  const shaken = useWiggle<HTMLDivElement>(props.wrong !== undefined, shake)
  const press = (sign: string) => onChange((pin + sign).slice(0, pinLength))
  const erase = { pin, isLocked, onPress: () => onChange(pin.slice(0, -1)) }
  return (
    <div className="mx-auto flex w-full max-w-72 flex-col gap-3 tiny:gap-2 short:max-w-lg short:gap-2">
      <div ref={shaken}>{ofPictures ? <Chosen {...props} erase={erase} /> : <DigitsField {...props} />}</div>
      <div className="grid grid-cols-3 gap-2 tiny:gap-1.5 short:grid-cols-6">
        {ofPictures &&
          pinPictures.map((picture, index) => (
            <Key
              key={picture}
              ref={index === 0 ? (ref as Ref<HTMLButtonElement>) : undefined}
              isFirst={isFirst && index === 0}
              className={ground}
              name={pins.pinPictures[picture]}
              isLocked={isLocked}
              onPress={() => press(picture)}
            >
              <Icon icon={iconsOfPictures[picture]} className="size-11" />
            </Key>
          ))}
        {!ofPictures && (
          <>
            {digits.map((digit) => (
              <DigitKey key={digit} digit={digit} isLocked={isLocked} onPress={press} />
            ))}
            <span className="short:hidden" />
            <DigitKey digit="0" isLocked={isLocked} onPress={press} />
            <EraseKey {...erase} />
          </>
        )}
      </div>
    </div>
  )
}

/** Says the wait when it begins, not each second, and when it is over. */
function useAnnouncedWait(waiting: string | undefined): void {
  const wasWaiting = useRef(false)
  const isWaiting = waiting !== undefined
  const tell = useEffectEvent(() => announce(waiting ?? pins.waitIsOver))
  useEffect(() => {
    if (isWaiting || wasWaiting.current) tell()
    wasWaiting.current = isWaiting
  }, [isWaiting])
}

function DigitsField(props: PinPadProps) {
  const { label, hint, error, pin, onChange, onEnter, isFirst = false, wrong, ref } = props
  return (
    <Field label={label} hideLabel hint={hint} error={error} className={cn(error === undefined && '[&>p]:sr-only')}>
      {(wiring) => (
        <div className="relative">
          <input
            {...wiring}
            aria-invalid={wiring['aria-invalid'] ?? (wrong === undefined ? undefined : true)}
            aria-describedby={wrong === undefined ? wiring['aria-describedby'] : `${wiring.id}-wrong`}
            ref={ref as Ref<HTMLInputElement>}
            data-autofocus={isFirst || undefined}
            type="password"
            // Fingers have the keys below, which a software keyboard would cover.
            inputMode="none"
            autoComplete="off"
            maxLength={pinLength}
            value={pin}
            onChange={(event) => onChange(digitsOf(event.currentTarget.value))}
            // A form with a disabled button does not submit.
            onKeyDown={(event) => event.key === 'Enter' && onEnter?.()}
            className={cn(inputShape, 'h-13 text-transparent caret-transparent')}
          />
          <Row {...props} wrongId={`${wiring.id}-wrong`} />
        </div>
      )}
    </Field>
  )
}

/** The dots of the chosen pictures, or these themselves, and the key that takes the last one back. */
function Chosen({ erase, ...props }: PinPadProps & { erase: EraseKeyProps }) {
  const { hint, error, isOpen = false } = props
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex gap-2">
        <div className="relative min-w-0 flex-1">
          <div className="border-edge bg-panel h-18 rounded-control border" />
          <Row {...props} />
        </div>
        <EraseKey {...erase} />
      </div>
      <p
        className={cn('text-sm', error !== undefined ? 'text-danger font-semibold' : isOpen ? 'text-muted' : 'sr-only')}
      >
        {error ?? hint}
      </p>
    </div>
  )
}

/** The entered signs, or the sentence that they were wrong; and why the keys wait. */
function Row({ ofPictures, isOpen = false, pin, wrong, waiting, wrongId }: PinPadProps & { wrongId?: string }) {
  const over = cn(
    'pointer-events-none absolute inset-x-0 top-0 flex items-center justify-center gap-4',
    ofPictures ? 'h-18' : 'h-13',
  )
  return (
    <>
      {wrong === undefined && (
        <span className={over}>{isOpen && ofPictures ? <Pictures pin={pin} /> : <Dots pin={pin} />}</span>
      )}
      <div className={cn(wrong !== undefined && over)}>
        {wrong !== undefined && (
          <p id={wrongId} className="text-danger px-2 text-center font-bold">
            {wrong}
          </p>
        )}
        {waiting !== undefined && (
          <p className="bg-coral-soft text-coral-ink mt-2 rounded-control p-3 font-semibold">{waiting}</p>
        )}
      </div>
    </>
  )
}

const places = Array.from({ length: pinLength }, (_, index) => index)

function Dots({ pin }: { pin: string }) {
  return (
    <>
      <span className="sr-only">{pins.signsOf(pin.length)}</span>
      {places.map((place) => (
        <Dot key={place} isFull={place < pin.length} />
      ))}
    </>
  )
}

function Dot({ isFull }: { isFull: boolean }) {
  return (
    <span
      aria-hidden
      className={cn(
        'size-4 rounded-full border-2',
        isFull ? 'bg-grape border-grape forced-colors:bg-[CanvasText]' : 'border-edge',
      )}
    />
  )
}

function Pictures({ pin }: { pin: string }) {
  const chosen = Array.from(pin, (letter) => pinPictures.find((picture) => picture === letter))
  const names = chosen.flatMap((picture) => (picture === undefined ? [] : [pins.pinPictures[picture]]))
  return (
    <>
      <span className="sr-only">{names.length === 0 ? pins.signsOf(0) : names.join(', ')}</span>
      {places.map((place) => (
        <Place key={place} picture={chosen[place]} />
      ))}
    </>
  )
}

function Place({ picture }: { picture: PinPicture | undefined }) {
  return (
    <span
      aria-hidden
      className={cn('-mx-1.5 grid size-9 place-items-center rounded-lg', picture !== undefined && ground)}
    >
      {picture === undefined ? <Dot isFull={false} /> : <Icon icon={iconsOfPictures[picture]} className="size-7" />}
    </span>
  )
}

type DigitKeyProps = { digit: string; isLocked: boolean; onPress: (digit: string) => void }

function DigitKey({ digit, isLocked, onPress }: DigitKeyProps) {
  return (
    <Key name={digit} isLocked={isLocked} onPress={() => onPress(digit)}>
      <span translate="no">{digit}</span>
    </Key>
  )
}

type EraseKeyProps = { pin: string; isLocked: boolean; onPress: () => void }

function EraseKey({ pin, isLocked, onPress }: EraseKeyProps) {
  return (
    <Key name={pins.erase} isLocked={isLocked || pin === ''} onPress={onPress}>
      <Delete aria-hidden className="size-8" />
    </Key>
  )
}

type KeyProps = {
  name: string
  isLocked: boolean
  isFirst?: boolean
  className?: string
  onPress: () => void
  children: ReactNode
  ref?: Ref<HTMLButtonElement> | undefined
}

function Key({ name, isLocked, isFirst = false, className = 'bg-panel', onPress, children, ref }: KeyProps) {
  return (
    <button
      ref={ref}
      type="button"
      aria-label={name}
      // Not disabled, so that the focus stays on a key that waits.
      aria-disabled={isLocked || undefined}
      data-autofocus={isFirst || undefined}
      // Keeps the focus in the field, so that a keyboard goes on typing there.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => isLocked || onPress()}
      className={cn(
        'font-display border-line hover:border-grape grid min-h-18 min-w-[min(4.5rem,20vw)] place-items-center rounded-tile border-2 text-3xl font-bold select-none active:scale-[0.97] aria-disabled:cursor-not-allowed aria-disabled:opacity-60 aria-disabled:active:scale-100',
        className,
      )}
    >
      {children}
    </button>
  )
}
