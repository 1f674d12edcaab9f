/** An open overlay on a page, and its history entry: to be added, there, or left by going back. */
type Overlay = { close: () => void; page: string; entry: 'coming' | 'there' | 'left' }

/** The open overlays, the topmost last. */
const overlays: Overlay[] = []

/** The number of overlays that the current history entry has open. Their entries are the page's own with this count. */
const entries = (): number => window.history.state?.overlays ?? 0

/** True on the history entry of an overlay: a link out of it replaces that entry, so that Back finds the page. */
export const isOverlayEntry = (): boolean => entries() > 0

/**
 * Gives an open overlay a history entry, so that Back closes it and stays on the page. Returns a function for its end,
 * which takes the entry back.
 */
export function addOverlayEntry(close: () => void): () => void {
  const overlay: Overlay = { close, page: currentPage(), entry: 'coming' }
  overlays.push(overlay)
  // After the paint that shows the press: a new entry is slow.
  requestAnimationFrame(update)
  return () => {
    overlays.splice(overlays.indexOf(overlay), 1)
    update()
  }
}

let isScheduled = false
let isGoingBack = false
let afterwards: (() => void)[] = []

/**
 * Navigates at once, or after the entry of a closed overlay was taken back: going back takes a moment, and would undo a
 * navigation of that moment.
 */
export function afterGoingBack(navigate: () => void): void {
  if (isGoingBack) afterwards.push(navigate)
  else navigate()
}

/**
 * Adds or takes back entries in a task of its own: an overlay that closes may open another one, or navigate, in the same
 * task.
 */
function update(): void {
  if (isScheduled) return
  isScheduled = true
  setTimeout(() => {
    isScheduled = false
    if (isGoingBack) return
    const wanted = overlays.filter(({ entry }) => entry !== 'left').length
    for (let count = entries() + 1; count <= wanted; count++)
      window.history.pushState({ ...window.history.state, overlays: count }, '')
    for (const overlay of overlays) if (overlay.entry === 'coming') overlay.entry = 'there'
    if (entries() <= wanted) return
    isGoingBack = true
    window.history.go(wanted - entries())
  })
}

/** The address and the router's key, which are the same for a page and for the overlays on it. */
const currentPage = (): string => `${window.history.state?.key} ${window.location.href}`

// The app imports this module first, so that the listener is before the router's, which would render the page again for
// the same address.
window.addEventListener('popstate', (event) => {
  if (isGoingBack) {
    isGoingBack = false
    event.stopImmediatePropagation()
    const waiting = afterwards
    afterwards = []
    for (const navigate of waiting) navigate()
    return update()
  }
  const page = currentPage()
  const above = overlays.filter(({ entry }) => entry === 'there').slice(entries())
  const left = overlays.filter((overlay) => above.includes(overlay) || overlay.page !== page)
  if (left.length > 0 && left.every((overlay) => overlay.page === page)) event.stopImmediatePropagation()
  for (const overlay of left.toReversed()) {
    overlay.entry = 'left'
    overlay.close()
  }
})

// After a reload the entry of an overlay is current, but the overlay is closed.
if (isOverlayEntry()) update()
