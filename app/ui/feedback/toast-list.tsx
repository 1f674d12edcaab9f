import { useAtomValue } from 'jotai'
import { CircleAlert, PartyPopper, X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { Suspense, type ComponentType } from 'react'
import { common } from '#texts/common'
import { ui } from '#texts/ui'
import { Animated, Presence } from '../motion/animated.tsx'
import { BubbleMark } from '../media/bubble-mark.tsx'
import { Button } from '../controls/button.tsx'
import { cn } from '../layout/cn.ts'
import { focusPlace, pageHeading, placeOf } from '../layout/keep-focus.ts'
import { loadKeepInView } from '../layout/load-keep-in-view.ts'
import { dismissToast, toastDuration, toastsAtom } from '#app/state/toast.ts'

// Larger on a wall, which is read from a distance.
const onWall = 'in-data-afar:text-lg'

/** Reads a toast aloud. */
export type ToastVoiceType = ComponentType<{ title: string; description?: string | undefined; destructive: boolean }>

/**
 * Shows the toasts in the corner, on a phone at the bottom, where they cover no heading; above a dialog, whose buttons
 * are at the bottom.
 */
export function ToastList({ Voice }: { Voice?: ToastVoiceType }) {
  const toasts = useAtomValue(toastsAtom)
  return (
    // A provider for each toast, because a toast closed under the pointer leaves Radix's provider paused forever.
    <Radix.Provider
      key={toasts[0]?.id}
      label={ui.notification}
      announcerContainer={unheard}
      duration={toastDuration}
      swipeDirection="right"
      swipeThreshold={50}
    >
      {toasts.map(
        ({
          id,
          open,
          title,
          description,
          consequence,
          destructive = false,
          isKind = false,
          action,
          duration = toastDuration,
        }) => (
          <Presence key={id} isOpen={open}>
            <Radix.Root
              asChild
              forceMount
              open={open}
              onOpenChange={(next) => {
                if (next) return
                dismissToast(id)
                // Radix moves the focus of a closed toast to the list of toasts.
                if (document.activeElement?.matches('[data-toasts]') === true) focusPlace(beforeToasts)
              }}
              duration={duration}
              type={destructive ? 'foreground' : 'background'}
            >
              <Animated
                as="li"
                from={{ x: 32 }}
                className={cn(
                  'shadow-lift flex items-start gap-3 rounded-card border p-3 pr-2 sm:p-4 sm:pr-2 data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform data-[swipe=end]:translate-x-full data-[swipe=end]:transition-transform data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
                  destructive ? 'border-danger bg-danger-soft text-danger' : 'border-line bg-panel text-ink',
                )}
              >
                {destructive ? (
                  <CircleAlert aria-hidden className="mt-0.5 size-6 shrink-0" />
                ) : isKind ? (
                  <BubbleMark className="size-12 shrink-0" />
                ) : (
                  <PartyPopper aria-hidden className="text-coral-ink mt-0.5 size-6 shrink-0" />
                )}
                <div className="min-w-0 flex-1 pt-0.5">
                  <Radix.Title className={cn('font-bold', onWall)}>{title}</Radix.Title>
                  {description !== undefined && (
                    <Radix.Description
                      className={cn(
                        'text-sm wrap-anywhere in-data-[theme-scope=kid]:text-lg in-data-[theme-scope=kid]:leading-snug',
                        onWall,
                        !destructive && 'text-muted',
                      )}
                    >
                      <span>{description}</span>
                      {consequence !== undefined && <span className="text-ink mt-1 block">{consequence}</span>}
                    </Radix.Description>
                  )}
                  {action && (
                    <Radix.Action asChild altText={action.label}>
                      <Button
                        variant="soft"
                        className="mt-2 min-h-12 in-data-afar:min-h-14 in-data-afar:text-xl"
                        onClick={action.onAction}
                      >
                        {action.label}
                      </Button>
                    </Radix.Action>
                  )}
                </div>
                {Voice && (
                  <Suspense fallback={null}>
                    <Voice
                      title={title}
                      destructive={destructive}
                      description={description && [description, consequence].filter(Boolean).join('. ')}
                    />
                  </Suspense>
                )}
                <Radix.Close
                  aria-label={common.close}
                  className="touch-square -my-2 grid shrink-0 place-items-center rounded-control sm:-my-2.5"
                >
                  <X aria-hidden className="size-5" />
                </Radix.Close>
              </Animated>
            </Radix.Root>
          </Presence>
        ),
      )}
      <Radix.Viewport
        hotkey={['F8']}
        label={ui.notifications}
        ref={placeToasts}
        data-toasts
        className="fixed right-0 bottom-[max(var(--hidden-below,0px),var(--bottom-bar,0px))] z-60 flex w-full flex-col gap-2 p-2 empty:p-0 pb-safe-2 outline-none sm:max-w-sm sm:p-4 sm:pr-[max(1rem,env(safe-area-inset-right))] sm:pb-safe-4 max-2xl:in-data-toasts-on-top:top-[var(--hidden-above,0px)] max-2xl:in-data-toasts-on-top:bottom-auto max-2xl:in-data-toasts-on-top:pt-[max(0.5rem,env(safe-area-inset-top))] sm:in-data-toasts-on-top:pt-[max(1rem,env(safe-area-inset-top))]"
      />
    </Radix.Provider>
  )
}

/** Keeps the live region of Radix out of the page, because `Announcer` says each toast. */
const unheard = document.createElement('div')

/** The place of the focus before it went to the toasts. */
let beforeToasts = pageHeading

/** Keeps the toasts in view, and tells each dialog their height as `--toast` (pixels), so that they cover none of it. */
function placeToasts(viewport: HTMLElement | null): (() => void) | undefined {
  if (viewport === null) return undefined
  const stop = loadKeepInView(viewport)
  viewport.addEventListener('focusin', ({ relatedTarget }) => {
    if (relatedTarget instanceof Element && !viewport.contains(relatedTarget)) beforeToasts = placeOf(relatedTarget)
  })
  let height = 0
  const update = () => {
    for (const dialog of document.querySelectorAll<HTMLElement>('body > [role=dialog], body > [role=alertdialog]'))
      dialog.style.setProperty('--toast', `${height}px`)
  }
  const resizes = new ResizeObserver(() => {
    height = viewport.offsetHeight
    update()
  })
  resizes.observe(viewport)
  // Reads no layout, because it runs before the first paint of a dialog.
  const dialogs = new MutationObserver(() => height > 0 && update())
  dialogs.observe(document.body, { childList: true })
  return () => {
    stop?.()
    resizes.disconnect()
    dialogs.disconnect()
  }
}
