import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type * as TestingLibrary from '@testing-library/dom'

/** An element as a person finds it: by its role and name, by the label of a field, or by its text; `css` where it has none of these. */
export type Target = {
  role?: string
  name?: Words
  label?: string
  text?: Words
  css?: string
  /** Which of those that fit; the first one unless said. */
  nth?: number
  within?: Target
}

/** A whole text, or a regular expression, which has no form in JSON. */
export type Words = string | { pattern: string }

/** Where an element can be pressed, or why it cannot. */
export type Spot = { x: number; y: number } | { trouble: string }

export type Box = { x: number; y: number; width: number; height: number }

/** What the tour asks of a page; Testing Library finds by role and name in every engine alike. */
export type PageTour = {
  count(target: Target): number
  texts(target: Target): string[]
  boxes(target: Target): Box[]
  attribute(target: Target, name: string): string | null
  value(target: Target): string
  isFocused(target: Target): boolean
  spot(target: Target): Promise<Spot>
  /** How much of the open dialog's content is out of sight, and whether the dialog is as tall as the screen lets it be. */
  dialogFit(): { hidden: number; isFull: boolean; flat: string[] }
  /** All that was written to the console, thrown or refused since this tab was opened. */
  lines(): string[]
  takeLines(): string[]
}

/** The text of the script that each page gets before its own ones. */
export async function pageScript(): Promise<string> {
  const library = createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js')
  return `if (!window.tour) {\n${await readFile(library, 'utf8')}\n;(${install.toString()})()\n}`
}

/** Runs in the page, where nothing of this file is. */
function install(): void {
  const key = 'tour-lines'
  // Reloads and other pages of the tab keep it.
  const lines = (): string[] => JSON.parse(sessionStorage.getItem(key) ?? '[]')
  const note = (line: string) => sessionStorage.setItem(key, JSON.stringify([...lines(), line]))
  const inWords = (value: unknown) =>
    value instanceof Error ? `${value.name}: ${value.message}\n${value.stack}` : typeof value === 'string' ? value : JSON.stringify(value)
  for (const kind of ['error', 'warn', 'log', 'info'] as const) {
    const write = console[kind]
    console[kind] = (...values: unknown[]) => {
      note(`console.${kind}: ${values.map(inWords).join(' ')}`)
      write.apply(console, values)
    }
  }
  addEventListener('error', (event) => note(`error: ${event.message} at ${event.filename}:${event.lineno} ${inWords(event.error)}`))
  addEventListener('unhandledrejection', ({ reason }) => note(`unhandled rejection: ${inWords(reason)}`))
  addEventListener('securitypolicyviolation', (event) =>
    note(`violation: ${event.violatedDirective} refuses ${event.blockedURI} ${event.sample} in ${event.sourceFile}:${event.lineNumber}`),
  )

  const library = (window as unknown as { TestingLibraryDom: typeof TestingLibrary }).TestingLibraryDom
  const plain = (text: string | null) => (text ?? '').replaceAll(/\s+/g, ' ').trim()
  const fits = (text: string, words: Words) => (typeof words === 'string' ? text === words : new RegExp(words.pattern).test(text))
  /** The smallest elements with that text, whatever it is put together from. */
  const withText = (root: HTMLElement, words: Words) =>
    [...root.querySelectorAll<HTMLElement>('*')].filter(
      (element) => fits(plain(element.textContent), words) && ![...element.children].some((child) => fits(plain(child.textContent), words)),
    )
  const matcher = (words: Words) => (typeof words === 'string' ? words : new RegExp(words.pattern))
  const find = ({ role, name, label, text, css, nth, within }: Target): HTMLElement[] => {
    const root = within === undefined ? document.body : find(within)[0]
    if (root === undefined) return []
    const all =
      role !== undefined
        ? library.queryAllByRole(root, role, name === undefined ? {} : { name: matcher(name) })
        : label !== undefined
          ? library.queryAllByLabelText(root, label)
          : text !== undefined
            ? withText(root, text)
            : [...(within === undefined ? document : root).querySelectorAll<HTMLElement>(css ?? '*')]
    const seen = all.filter((element) => element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible')
    return nth === undefined ? seen : seen.slice(nth, nth + 1)
  }
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const boxOf = (element: Element): Box => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return { x, y, width, height }
  }
  const atRest = async (element: Element) => {
    for (let tries = 0; tries < 120; tries++) {
      const before = boxOf(element)
      await frame()
      await frame()
      const { x, y, width, height } = boxOf(element)
      if (x === before.x && y === before.y && width === before.width && height === before.height) return true
    }
    return false
  }
  const spot = async (target: Target): Promise<Spot> => {
    const [element] = find(target)
    if (element === undefined) return { trouble: 'it is not there' }
    if (element.matches(':disabled')) return { trouble: 'it is disabled' }
    let trouble = ''
    for (const block of ['nearest', 'center'] as const) {
      element.scrollIntoView({ block, inline: block })
      if (!(await atRest(element))) return { trouble: 'it does not come to rest' }
      const { x, y, width, height } = boxOf(element)
      const [left, top] = [Math.max(0, x), Math.max(0, y)]
      const middle = { x: (left + Math.min(innerWidth, x + width)) / 2, y: (top + Math.min(innerHeight, y + height)) / 2 }
      const hit = document.elementFromPoint(middle.x, middle.y)
      if (hit !== null && (element.contains(hit) || hit.closest('label')?.control === element)) return middle
      trouble = `something lies over it: ${hit?.outerHTML.slice(0, 160)}`
    }
    return { trouble }
  }
  const dialogFit: PageTour['dialogFit'] = () => {
    const dialog = document.querySelector('[role=dialog], [role=alertdialog]')
    if (dialog === null) throw new Error('No dialog is open')
    const all = [dialog, ...dialog.querySelectorAll('*')]
    const scrolling = all.filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowY))
    const controls = all.filter((element) => element.matches('button, input:not([type=file], [hidden]), select, textarea, h2'))
    return {
      hidden: Math.max(0, ...scrolling.map(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)),
      isFull: dialog.getBoundingClientRect().height >= Math.min(innerHeight * 0.88, 960) - 1,
      flat: controls.filter((element) => element.getClientRects().length > 0 && boxOf(element).height < 20).map((element) => element.outerHTML.slice(0, 100)),
    }
  }
  const tour: PageTour = {
    count: (target) => find(target).length,
    texts: (target) => find(target).map((element) => (element.textContent ?? '').trim()),
    boxes: (target) => find(target).map(boxOf),
    attribute: (target, name) => find(target)[0]?.getAttribute(name) ?? null,
    value: (target) => (find(target)[0] as HTMLInputElement | undefined)?.value ?? '',
    isFocused: (target) => find(target)[0] === document.activeElement,
    spot,
    dialogFit,
    lines,
    takeLines() {
      const all = lines()
      sessionStorage.removeItem(key)
      return all
    },
  }
  Object.assign(window, { tour })
}
