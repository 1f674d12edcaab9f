import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type * as TestingLibrary from '@testing-library/dom'

/**
 * An element as a person finds it: by its role and name, by the label of a field, or by its text; `css` where it has
 * none of these.
 */
export type Target = {
  role?: string
  name?: string | RegExp
  label?: string
  text?: string | RegExp
  css?: string
  /** Which of those that fit; the first one unless said. */
  nth?: number
  within?: Target | undefined
}

/** The calls that the tour makes to a page; Testing Library finds by role and name in every engine alike. */
export type PageTour = ReturnType<typeof install>

/** The text of the script that each page gets before its own ones. */
export async function pageScript(): Promise<string> {
  const library = createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js')
  return `if (!window.tour) {\n${await readFile(library, 'utf8')}\n;(${install.toString()})()\n}`
}

/** Runs in the page, which has nothing of this file. */
function install() {
  const key = 'tour-errors'
  // Reloads and other pages of the tab keep the lines.
  const lines = (): string[] => JSON.parse(sessionStorage.getItem(key) ?? '[]')
  const note = (line: string) => sessionStorage.setItem(key, JSON.stringify([...lines(), line]))
  const inWords = (value: unknown) =>
    value instanceof Error ? `${value}\n${value.stack}` : typeof value === 'string' ? value : JSON.stringify(value)
  const write = console.error
  console.error = (...values: unknown[]) => {
    note(`console: ${values.map(inWords).join(' ')}`)
    write.apply(console, values)
  }
  addEventListener('error', ({ message, filename, lineno, error }) => {
    // What has no place is a size that an observer changed again, as of a menu that just does not fit: it is told next.
    if (filename !== '' || error !== null) note(`error: ${message} at ${filename}:${lineno} ${inWords(error)}`)
  })
  addEventListener('unhandledrejection', ({ reason }) => note(`unhandled rejection: ${inWords(reason)}`))
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample, sourceFile }) =>
    note(`violation: ${violatedDirective} refuses ${blockedURI} ${sample} in ${sourceFile}`),
  )

  const library = (window as unknown as { TestingLibraryDom: typeof TestingLibrary }).TestingLibraryDom
  /** The smallest elements with that text, whatever it is put together from. */
  const queryAllByText = (root: HTMLElement, wanted: string | RegExp) => {
    const textOf = ({ textContent }: Element) => textContent.replaceAll(/\s+/g, ' ').trim()
    const fits = (element: Element) =>
      typeof wanted === 'string' ? textOf(element) === wanted : wanted.test(textOf(element))
    const all = [...root.querySelectorAll<HTMLElement>('*')]
    return all.filter((element) => fits(element) && ![...element.children].some(fits))
  }
  const query = (root: HTMLElement, { role, name, label, text, css = '*' }: Target): HTMLElement[] => {
    if (role !== undefined) return library.queryAllByRole(root, role, name === undefined ? {} : { name })
    if (label !== undefined) return library.queryAllByLabelText(root, label)
    if (text !== undefined) return queryAllByText(root, text)
    return [...(root === document.body ? document : root).querySelectorAll<HTMLElement>(css)]
  }
  const isVisible = (element: Element) =>
    element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible'
  const elements = (target: Target): HTMLElement[] => {
    const root = target.within === undefined ? document.body : elements(target.within)[0]
    const visible = root === undefined ? [] : query(root, target).filter(isVisible)
    return target.nth === undefined ? visible : visible.slice(target.nth, target.nth + 1)
  }
  const boxOf = (element: Element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return { x, y, width, height }
  }
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const tour = {
    find: (target: Target) =>
      elements(target).map((element) => ({
        text: element.textContent.trim(),
        value: (element as HTMLInputElement).value ?? '',
        isFocused: element === document.activeElement,
        box: boxOf(element),
      })),
    /** The point at which the element can be pressed, or why it cannot yet. */
    async clickablePoint(target: Target) {
      const [element] = elements(target)
      const refused = (obstacle: string) => ({ x: 0, y: 0, obstacle })
      if (element === undefined) return refused('it is not there')
      if (element.matches(':disabled')) return refused('it is disabled')
      element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      const before = boxOf(element)
      await frame()
      await frame()
      const { left, top, right, bottom } = element.getBoundingClientRect()
      if (JSON.stringify(boxOf(element)) !== JSON.stringify(before)) return refused('it moves')
      const x = (Math.max(0, left) + Math.min(innerWidth, right)) / 2
      const y = (Math.max(0, top) + Math.min(innerHeight, bottom)) / 2
      const above = document.elementFromPoint(x, y)
      if (element.contains(above) || above?.closest('label')?.control === element) return { x, y, obstacle: '' }
      // The next try finds it where nothing sticks to an edge.
      element.scrollIntoView({ block: 'center', inline: 'center' })
      return refused(`something lies over it: ${above?.outerHTML.slice(0, 160)}`)
    },
    /** How much of the open dialog's content is out of sight, and the controls that are too flat to press. */
    dialogFit() {
      const dialog = document.querySelector('[role=dialog], [role=alertdialog]')
      if (dialog === null) return { name: 'no dialog', hidden: 0, flat: [] as string[] }
      const all = [dialog, ...dialog.querySelectorAll('*')]
      const scrolling = all.filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowY))
      const controls = 'button, input:not([type=file], [hidden]), select, textarea, h2'
      const flat = all.filter(
        (element) => element.matches(controls) && isVisible(element) && boxOf(element).height < 20,
      )
      // A dialog as tall as the screen lets it be may scroll.
      const isFull = boxOf(dialog).height >= Math.min(innerHeight * 0.88, 960) - 1
      const hidden = Math.max(0, ...scrolling.map(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight))
      return {
        name: dialog.querySelector('h2')?.textContent ?? '',
        hidden: isFull || hidden <= 1 ? 0 : hidden,
        flat: flat.map((element) => element.outerHTML.slice(0, 100)),
      }
    },
    /** All errors and policy violations since the last call. */
    takeErrors() {
      const all = lines()
      sessionStorage.removeItem(key)
      return all
    },
  }
  Object.assign(window, { tour })
  return tour
}
