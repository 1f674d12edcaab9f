import { Delete } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef, type ReactNode, type Ref } from 'react'
import { pinPictures, type PinPicture } from '#domain/contract/members.ts'
import { digitOf } from '#app/lib/device/latin-key.ts'
import { inputShape } from '#app/ui/controls/field.tsx'
import { ErrorText } from '#app/ui/controls/form-error.tsx'
import { useFieldError } from '#app/ui/controls/use-field-error.ts'
import { cn } from '#app/ui/layout/cn.ts'
import { Avatar, type AvatarPerson } from '#app/ui/media/avatar.tsx'
import { Icon } from '#app/ui/media/icon.tsx'
import { shake } from '#app/ui/motion/transitions.ts'
import { useWiggle } from '#app/ui/motion/use-wiggle.ts'
import { announce, announceFormError } from '#app/state/announce.ts'
import { useAnnounced, useAnnouncedChange } from '#app/state/use-announced.ts'
import { family } from '#texts/family'
import { pins } from '#texts/pins'
import { iconsOfPictures, pinLength } from './pin.ts'

export type PinPadProps = {
  /** The PIN's name and what it is made of, where a form has several kinds. */
  label?: string
  hint?: string
  error?: string | undefined
  /** Shows pictures instead of digits. */
  ofPictures?: boolean
  pin: string
  onChange: (pin: string) => void
  /** For a parent who sets the PIN in a longer form: shows the hint and the chosen pictures, with smaller keys. */
  isOpen?: boolean
  /** Says, in place of the dots, that the last PIN was wrong; it shakes. */
  wrong?: string | undefined
  /** Says below the dots why no key is taken. */
  waiting?: string | undefined
  /** Has the focus when its dialog opens. */
  isFirst?: boolean
  /** Whose PIN it is, where two pads may follow one another. */
  face?: AvatarPerson
  /** The element to focus: the dots of digits, or the first picture. */
  ref?: Ref<HTMLElement>
}

/** The pale background of pictures in light and dark, on which each of their colours stands out. */
const ground = 'bg-[#f3f8ff]'

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'] as const

/**
 * Four dots, which take typed digits, and a key for each digit or picture. No part of it is an input, because password
 * managers save and fill in those; and it takes trusted events alone, because an extension can send others.
 */
export function PinPad(props: PinPadProps) {
  const { label = family.pin, error, ofPictures = false, pin, onChange, isOpen = false, wrong, waiting } = props
  const { hint = ofPictures ? pins.fourPictures : family.fourDigits, isFirst = false, face, ref } = props
  const id = useId()
  const isLocked = waiting !== undefined
  useAnnounced(wrong)
  useEffect(() => {
    if (ofPictures && error !== undefined) announceFormError(error)
  }, [ofPictures, error])
  useFieldError(ofPictures ? undefined : id, error)
  useAnnouncedChange(wrong === undefined ? pins.signsOf(pin.length) : undefined)
  useAnnouncedWait(waiting)
  const shaken = useWiggle<HTMLDivElement>(wrong !== undefined, shake)
  const change = (next: string) => isLocked || next === pin || onChange(next)
  const press = (sign: string) => change((pin + sign).slice(0, pinLength))
  const erase = () => change(pin.slice(0, -1))
  const type = useEffectEvent((event: KeyboardEvent) => {
    const { isTrusted, ctrlKey, metaKey, altKey, shiftKey, repeat, key, target } = event
    if (!isTrusted || ctrlKey || metaKey || altKey) return
    // The key of a digit that Shift turns into another sign is none.
    const digit = ofPictures || repeat || (shiftKey && !/\d/.test(key)) ? undefined : digitOf(event)
    if (digit !== undefined) press(String(digit))
    else if (key === 'Backspace' || key === 'Delete') erase()
    else if (key === 'Enter' && target instanceof HTMLElement && target.id === id)
      target.closest('form')?.requestSubmit()
    else return
    event.preventDefault()
  })
  const pad = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // A dialog that asks for nothing else takes digits wherever its focus is, and while it opens.
    const area = (isFirst && pad.current?.closest<HTMLElement>('[role=dialog]')) || pad.current
    const onKeyDown = (event: KeyboardEvent) => type(event)
    area?.addEventListener('keydown', onKeyDown)
    return () => area?.removeEventListener('keydown', onKeyDown)
  }, [isFirst])
  const keyProps = { isLocked, isSmall: isOpen, ofPictures }
  const eraseProps = { ...keyProps, pin, onPress: erase }
  return (
    <div
      ref={pad}
      className={cn('flex w-full max-w-72 flex-col gap-3 tiny:gap-2', !isOpen && 'mx-auto short:max-w-lg short:gap-2')}
    >
      <div ref={shaken} className="flex flex-col gap-1.5">
        <div className="flex items-center gap-2">
          {face && <Avatar {...face} decorative className="size-12 text-lg" />}
          <div
            {...(!ofPictures && {
              ref: ref as Ref<HTMLDivElement>,
              id,
              role: 'textbox',
              tabIndex: 0,
              'aria-label': label,
              'aria-invalid': error !== undefined || wrong !== undefined || undefined,
              'aria-describedby': `${id}-note`,
              'data-autofocus': isFirst || undefined,
            })}
            className={cn(
              inputShape,
              'focus:outline-grape flex min-w-0 flex-1 touch-manipulation items-center justify-center gap-[min(1rem,4vw)] px-2 focus:outline-3 focus:outline-offset-0',
              ofPictures && !isOpen ? 'min-h-18' : 'min-h-13',
            )}
          >
            {wrong !== undefined ? (
              <p className="text-danger text-center font-bold">{wrong}</p>
            ) : isOpen && ofPictures ? (
              <Pictures pin={pin} />
            ) : (
              <Dots pin={pin} />
            )}
          </div>
          {(ofPictures || isOpen) && <EraseKey {...eraseProps} />}
        </div>
        {error === undefined ? (
          <p id={`${id}-note`} className={isOpen ? 'text-muted text-sm' : 'sr-only'}>
            {hint}
          </p>
        ) : (
          <ErrorText id={`${id}-note`} text={error} />
        )}
        {waiting !== undefined && (
          <p className="bg-coral-soft text-coral-ink rounded-control p-3 font-semibold">{waiting}</p>
        )}
      </div>
      <div
        className={cn(
          'grid gap-2 tiny:gap-1.5',
          isOpen
            ? ofPictures
              ? 'grid-cols-4'
              : 'grid-cols-5'
            : ['grid-cols-3 short:grid-cols-4 short:min-[33rem]:grid-cols-6', ofPictures && 'short:tiny:grid-cols-3'],
        )}
      >
        {ofPictures
          ? pinPictures.map((picture, index) => (
              <Key
                {...keyProps}
                key={picture}
                ref={index === 0 ? (ref as Ref<HTMLButtonElement>) : undefined}
                isFirst={isFirst && index === 0}
                className={ground}
                name={pins.pinPictures[picture]}
                onPress={() => press(picture)}
              >
                <Icon icon={iconsOfPictures[picture]} className={isOpen ? 'size-[min(2.25rem,12vw)]' : 'size-11'} />
              </Key>
            ))
          : digits.map((digit) => (
              <Key
                {...keyProps}
                key={digit}
                className={cn(digit === '0' && !isOpen && 'col-start-2 short:col-auto')}
                name={digit}
                onPress={() => press(digit)}
              >
                <span translate="no">{digit}</span>
              </Key>
            ))}
        {!ofPictures && !isOpen && <EraseKey {...eraseProps} />}
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
        'size-[min(1rem,6vw)] rounded-full border-2',
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

function EraseKey({ pin, ...rest }: Omit<KeyProps, 'name' | 'children'> & { pin: string }) {
  return (
    <Key {...rest} name={pins.erase} isLocked={rest.isLocked || pin === ''} className="px-2">
      <Delete aria-hidden className={rest.isSmall ? 'size-6' : 'size-8'} />
    </Key>
  )
}

type KeyProps = {
  name: string
  isLocked: boolean
  isSmall: boolean
  ofPictures: boolean
  isFirst?: boolean
  className?: string
  onPress: () => void
  children: ReactNode
  ref?: Ref<HTMLButtonElement> | undefined
}

function Key({ name, isLocked, isSmall, ofPictures, isFirst = false, className, onPress, children, ref }: KeyProps) {
  return (
    <button
      ref={ref}
      type="button"
      aria-label={name}
      // Not disabled, so that the focus stays on a key that waits.
      aria-disabled={isLocked || undefined}
      data-autofocus={isFirst || undefined}
      onClick={({ isTrusted }) => isTrusted && !isLocked && onPress()}
      className={cn(
        'font-display border-line bg-panel hover:border-grape grid place-items-center border-2 font-bold select-none active:scale-[0.97] aria-disabled:cursor-not-allowed aria-disabled:opacity-60 aria-disabled:active:scale-100',
        isSmall ? 'rounded-control min-h-12 text-xl' : 'rounded-tile min-h-18 text-3xl',
        !isSmall && (ofPictures ? 'min-w-[min(4.5rem,20vw)]' : 'short:tiny:min-h-11'),
        className,
      )}
    >
      {children}
    </button>
  )
}
