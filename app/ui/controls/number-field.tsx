import { Minus, Plus } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { announce } from '#app/state/announce.ts'
import { ui } from '#texts/ui'
import { cn } from '../layout/cn.ts'
import { Field, inputShape, type FieldTexts } from './field.tsx'

export type NumberFieldProps = Omit<
  ComponentProps<'input'>,
  'id' | 'type' | 'value' | 'defaultValue' | 'onChange' | 'min' | 'max' | 'step'
> &
  FieldTexts & {
    value: number
    /** Called with an integer; 0 for text that is none. */
    onValueChange: (value: number) => void
    min?: number
    max?: number
    step?: number
    /** Values to press, in place of the buttons that step. */
    presets?: readonly number[]
  }

export function NumberField({
  label,
  hint,
  error,
  hideLabel = false,
  className,
  value,
  onValueChange,
  min = 0,
  max = Number.MAX_SAFE_INTEGER,
  step = 1,
  presets,
  disabled,
  ...rest
}: NumberFieldProps) {
  // An input method that composes would repeat what a rewritten field holds.
  const [composed, setComposed] = useState<string>()
  const stepBy = (amount: number) => {
    const next = Math.min(max, Math.max(min, value + amount))
    onValueChange(next)
    // The focus is on a button, which does not say the value.
    announce(ui.labelled(label, `${next}`))
  }
  return (
    <Field label={label} hint={hint} error={error} hideLabel={hideLabel} className={className}>
      {(wiring) => (
        <div className="flex gap-2 tiny:flex-wrap">
          {presets?.map((preset) => (
            <StepButton
              key={preset}
              label={ui.labelled(label, `${preset}`)}
              aria-pressed={preset === value}
              disabled={disabled === true}
              onClick={() => onValueChange(preset)}
            >
              <span translate="no">{preset}</span>
            </StepButton>
          ))}
          {presets === undefined && (
            <StepButton
              label={ui.less(label, step)}
              disabled={disabled === true || value <= min}
              onClick={() => stepBy(-step)}
            >
              <Minus aria-hidden className="size-5" />
            </StepButton>
          )}
          <input
            autoComplete="off"
            enterKeyHint="done"
            {...rest}
            {...wiring}
            type="text"
            inputMode="numeric"
            disabled={disabled}
            value={composed ?? String(value)}
            onFocus={(event) => event.currentTarget.select()}
            onChange={({ currentTarget, nativeEvent }) => {
              setComposed((nativeEvent as InputEvent).isComposing ? currentTarget.value : undefined)
              onValueChange(wholeNumber(currentTarget.value))
            }}
            onCompositionEnd={() => setComposed(undefined)}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
              event.preventDefault()
              stepBy(event.key === 'ArrowUp' ? step : -step)
            }}
            className={cn(inputShape, 'font-display min-w-0 text-center text-lg font-semibold tabular-nums')}
          />
          {presets === undefined && (
            <StepButton
              label={ui.more(label, step)}
              disabled={disabled === true || value >= max}
              onClick={() => stepBy(step)}
            >
              <Plus aria-hidden className="size-5" />
            </StepButton>
          )}
        </div>
      )}
    </Field>
  )
}

/** Digits in groups of three, as each language writes thousands. */
const grouped = /^\s*[-+]?\d{1,3}(?:([.,'’\s])\d{3})(?:\1\d{3})*(?!\d)/

/** The integer at the start of a text, or 0 without one; `1.000` is a thousand, and `１２` is twelve. */
export function wholeNumber(text: string): number {
  const number = Number.parseInt(
    text.normalize('NFKC').replace(grouped, (group) => group.replaceAll(/[^\d+-]/g, '')),
    10,
  )
  return Number.isSafeInteger(number) ? number : 0
}

/** Keeps the focus at the end of the range. */
function StepButton({ label, disabled, onClick, ...rest }: ComponentProps<'button'> & { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      className="border-edge bg-panel hover:bg-sunken touch-square aria-pressed:border-grape aria-pressed:bg-grape-soft forced-colors:aria-pressed:border-4 grid shrink-0 place-items-center rounded-control border font-bold tabular-nums aria-disabled:cursor-not-allowed aria-disabled:opacity-50"
      aria-disabled={disabled}
      onClick={disabled ? undefined : onClick}
      {...rest}
    />
  )
}
