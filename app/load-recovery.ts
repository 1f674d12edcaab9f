import type { Language } from '#domain/contract/language.ts'

/**
 * Loads the app's script and stylesheet again when a bad line has lost them, and shows a notice when that takes long.
 * Built to one file without imports, loaded beside the app, because without the app nothing else runs.
 */
/** The texts of `failure` in app/texts, which may be lost with the app: of a lost file, and of a script that threw. */
const words = {
  en: [
    "Can't reach Bubblequest",
    "We couldn't reach Bubblequest. Check the connection and try again.",
    'This bubble burst',
    'Something in Bubblequest failed to start:',
    'Try again',
  ],
  de: [
    'Bubblequest ist nicht zu erreichen',
    'Wir konnten Bubblequest nicht erreichen. Prüf die Verbindung und versuch es noch einmal.',
    'Diese Blase ist geplatzt',
    'Etwas in Bubblequest konnte nicht starten:',
    'Noch einmal versuchen',
  ],
  es: [
    'No se puede conectar con Bubblequest',
    'No hemos podido conectar con Bubblequest. Revisa la conexión y vuelve a intentarlo.',
    'Esta burbuja ha explotado',
    'Algo de Bubblequest no ha podido iniciarse:',
    'Volver a intentarlo',
  ],
} as const satisfies Record<Language, readonly string[] & { length: 5 }>

/** Milliseconds until the notice: since the page was requested, and since its first file was lost. */
const slowAfterMs = 20_000
const lostAfterMs = 2500
const longestPauseMs = 30_000
const mostReloads = 2
const reloadsKey = 'reloads'

let notice: HTMLElement | undefined
/** What the app's script threw; undefined while a file of it is lost. */
let thrown: string | undefined
let lastError: string | undefined
window.addEventListener('error', ({ message }) => (lastError = message))

// Says that no file of the page is there, which this one disproves.
document.querySelector('.no-files')?.remove()
setTimeout(showNotice, slowAfterMs)
if (document.readyState === 'complete') void recover()
else window.addEventListener('load', () => void recover())

/** Runs after `load`, when each file has arrived or failed. */
async function recover(): Promise<void> {
  setTimeout(showNotice, lostAfterMs)
  if (!hasStarted()) findThrown()
  for (let pauseMs = 500; isBroken(); pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    await pause(pauseMs)
    await tryAgain()
  }
  keepReloads(0)
}

/**
 * True when the app has not started, or is hidden because its styles are missing; false in a browser that is too old.
 */
function isBroken(): boolean {
  const tooOld = document.querySelector('.too-old')
  return !(hasStarted() && isStyled()) && tooOld !== null && getComputedStyle(tooOld).display === 'none'
}

function hasStarted(): boolean {
  return document.getElementById('app')?.dataset['started'] !== undefined
}

function isStyled(): boolean {
  return getComputedStyle(document.documentElement).getPropertyValue('--paper') !== ''
}

/**
 * Reloads the page once all scripts are available, because a failed script may stay failed for the page's lifetime. A
 * started app only loads its styles again.
 */
async function tryAgain(): Promise<void> {
  if (hasStarted()) return loadStyles()
  const scripts = [
    ...document.querySelectorAll<HTMLScriptElement & HTMLLinkElement>('script[src], link[rel=modulepreload]'),
  ]
  const answers = await Promise.all(scripts.map(({ src, href }) => fetch(src || href).catch(() => undefined)))
  if (!answers.every((answer) => answer?.ok)) return
  const reloads = reloadsKept()
  if (reloads >= mostReloads) return showNotice()
  keepReloads(reloads + 1)
  window.location.reload()
}

/** Imports the app's script once more: one that is lost is refused; one that threw throws again, in WebKit in silence. */
function findThrown(): void {
  const src = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ?? ''
  import(/* @vite-ignore */ src).then(
    () => {
      if (!hasStarted()) thrown = lastError ?? src
    },
    (error: unknown) => {
      const text = String(error)
      // The engines' own words for a lost file.
      if (!/imported module|module script|MIME/.test(text)) thrown = text
    },
  )
}

function loadStyles(): Promise<void> {
  return new Promise((resolve) => {
    const lost = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')
    const again = lost?.cloneNode() as HTMLLinkElement
    again.onload = again.onerror = () => resolve()
    lost?.replaceWith(again)
  })
}

/** Counts as used up where storage is blocked, because reloads would then never end. */
function reloadsKept(): number {
  try {
    return Number(sessionStorage.getItem(reloadsKey))
  } catch {
    return mostReloads
  }
}

function keepReloads(reloads: number): void {
  try {
    if (reloads === 0) sessionStorage.removeItem(reloadsKey)
    else sessionStorage.setItem(reloadsKey, String(reloads))
  } catch {
    // Storage is blocked, so nothing is counted.
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
    window.addEventListener('online', () => resolve(), { once: true })
  })
}

/** Shows a copy of `FailedPage` in the page's language, which needs no stylesheet. */
function showNotice(): void {
  if (notice !== undefined || !isBroken()) return
  const language = pageLanguage()
  const [lost, lostText, threw, threwText, label] = words[language]
  const [title, text] = thrown === undefined ? [lost, lostText] : [threw, `${threwText} ${thrown}`]
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches
  const [paper, ink, muted, grape, onGrape] = isDark
    ? ['#17142b', '#f5f1ff', '#b5aed3', '#a58bff', '#17142b']
    : ['#fffbf5', '#211c3d', '#5f5a7a', '#6741d9', '#ffffff']
  const body = "'Nunito Variable', ui-rounded, system-ui, sans-serif"
  const picture = element('img', 'width: 96px; height: 96px', { src: '/bubble.svg', alt: '' })
  const heading = element(
    'h1',
    "margin: 0; outline: none; text-wrap: balance; font: 700 24px/1.25 'Baloo 2 Variable', ui-rounded, system-ui, sans-serif",
    {
      textContent: title,
      tabIndex: -1,
    },
  )
  const sentence = element('p', `margin: 0; color: ${muted}; overflow-wrap: anywhere`, { textContent: text })
  const button = element(
    'button',
    `margin-top: 8px; border: 0; border-radius: 12px; min-height: 44px; padding: 0 16px; background: ${grape}; color: ${onGrape}; font: 700 16px ${body}; cursor: pointer`,
    {
      textContent: label,
      onclick: () => {
        keepReloads(0)
        if (hasStarted()) void loadStyles()
        else window.location.reload()
      },
    },
  )
  const card = element(
    'div',
    'display: flex; flex-direction: column; align-items: center; gap: 12px; box-sizing: border-box; max-width: 448px; padding: 40px 24px',
    {},
  )
  card.append(picture, heading, sentence, button)
  notice = element(
    'main',
    `position: fixed; inset: 0; overflow: auto; display: grid; place-items: center; background: ${paper}; color: ${ink}; font: 18px/1.55 ${body}; text-align: center`,
    { lang: language },
  )
  notice.append(card)
  document.body.append(notice)
  // Has screen readers say it.
  heading.focus()
  // Polls, so that a late success removes the notice before the page has finished loading.
  const timer = setInterval(() => {
    if (isBroken()) return
    clearInterval(timer)
    notice?.remove()
  }, 250)
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  style: string,
  properties: Partial<HTMLElementTagNameMap[Name]>,
) {
  const made = Object.assign(document.createElement(name), properties)
  made.style.cssText = style
  return made
}

function pageLanguage(): keyof typeof words {
  let chosen: string | null = null
  try {
    chosen = localStorage.getItem('language')
  } catch {
    // Storage is blocked: the browser's languages decide.
  }
  const isSpoken = (tag: string | null): tag is keyof typeof words => tag !== null && Object.hasOwn(words, tag)
  return [chosen, ...navigator.languages.map((tag) => tag.slice(0, 2))].find(isSpoken) ?? 'en'
}
