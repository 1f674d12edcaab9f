import { Tabs as Radix } from 'radix-ui'
import { useRef, type ReactNode } from 'react'
import { ActiveMark } from '../motion/active-mark.tsx'
import { cn } from '../layout/cn.ts'
import { TopRow } from '../layout/top-row.tsx'
import { ErrorBoundary } from '../feedback/error-boundary.tsx'
import { barEntry, barLabel } from './bar-entry.ts'

export type TabsProps<Value extends string> = {
  value: Value
  onValueChange: (value: Value) => void
  tabs: readonly { value: Value; label: string; shortLabel?: string; icon?: ReactNode; content: ReactNode }[]
  /** The accessible name of the row of tabs. */
  label: string
  /** Content at the beginning and at the end of the row of tabs. */
  head?: ReactNode
  aside?: ReactNode
  /** The row of tabs is in the header, its list with this class; each tab looks like one of a bar. */
  inHeader?: string
  /** The tabs are the first half of a bar at the lower edge of a phone, and show their short labels. */
  bar?: boolean
  /** Makes each tab a tab stop, chosen with Space or Enter, because switch devices have no arrow keys. */
  eachIsStop?: boolean
  className?: string
}

export function Tabs<Value extends string>({
  value,
  onValueChange,
  tabs,
  label,
  head,
  aside,
  inHeader,
  bar = false,
  eachIsStop = false,
  className,
}: TabsProps<Value>) {
  const activeRef = useRef<HTMLElement>(null)
  const choose = (chosen: string) => {
    const tab = tabs.find((known) => known.value === chosen)
    if (tab && tab.value !== value) onValueChange(tab.value)
  }
  const isEntry = bar || inHeader !== undefined
  const row = (
    <>
      <div className="contents">{head}</div>
      <Radix.List
        aria-label={label}
        {...(eachIsStop && { tabIndex: -1 })}
        className={
          inHeader ??
          (bar
            ? 'fixed bottom-0 left-0 z-21 grid w-1/2 grid-cols-2 pb-[env(safe-area-inset-bottom)]'
            : 'bg-sunken isolate flex max-w-full flex-wrap gap-1 rounded-2xl p-1')
        }
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            {...(eachIsStop && { tabIndex: 0 })}
            // Radix would focus a pressed tab by script, which shows the keyboard's focus ring. `onClick` handles
            // presses, also by keys.
            onMouseDownCapture={(event) => {
              if (event.button === 0 && !event.ctrlKey) event.stopPropagation()
            }}
            onKeyDownCapture={(event) => {
              if (event.key === 'Enter' || event.key === ' ') event.stopPropagation()
            }}
            onClick={() => choose(tab.value)}
            className={
              isEntry
                ? barEntry
                : cn(
                    'text-muted hover:text-ink data-[state=active]:text-ink touch relative flex items-center gap-2 rounded-control px-4 font-bold whitespace-nowrap tiny:px-2 [&_svg]:size-5 tiny:[&_svg]:hidden',
                    head !== undefined && 'max-[90rem]:[&_svg]:hidden',
                  )
            }
          >
            {tab.value === value && !isEntry && <ActiveMark activeRef={activeRef} />}
            {tab.icon}
            {bar && (
              <span aria-hidden className={barLabel}>
                {tab.shortLabel}
              </span>
            )}
            <span className={bar ? 'sr-only' : inHeader && barLabel}>{tab.label}</span>
          </Radix.Trigger>
        ))}
      </Radix.List>
      {aside}
    </>
  )
  return (
    <Radix.Root
      value={value}
      onValueChange={choose}
      activationMode={eachIsStop ? 'manual' : 'automatic'}
      className={cn('flex flex-col gap-4', className)}
    >
      {inHeader === undefined ? (
        <div className={cn('flex flex-wrap items-center gap-x-3 gap-y-2', bar && 'contents')}>{row}</div>
      ) : (
        <TopRow>{row}</TopRow>
      )}
      {tabs.map((tab) => (
        <Radix.Content
          key={tab.value}
          value={tab.value}
          // No tab stop: Orca calls it a scroll pane without its name, and its first control follows.
          tabIndex={-1}
          className="min-h-0 min-w-0 flex-1 rounded-card"
        >
          <ErrorBoundary>{tab.content}</ErrorBoundary>
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
