export type ScreenPoint = { x: number; y: number }

/** A browser as the tour needs it: the least that both libraries and all engines can do. */
export type Driver = {
  /** Loads an address, until its page has loaded. */
  open(url: string): Promise<void>
  /** The size of the page; engines that have one size only keep it. */
  resize(width: number, height: number): Promise<void>
  /** Evaluates an expression in the page, or awaits it; the value is JSON. */
  evaluate(expression: string): Promise<unknown>
  /** The mouse: it stays where it is, and its button as it is, until the next call. */
  move(to: ScreenPoint): Promise<void>
  press(): Promise<void>
  release(): Promise<void>
  /** The keyboard: characters, or keys by those that the W3C gave them. */
  type(text: string): Promise<void>
  /** Gives a file to the first file input that `selector` finds, as the system's own dialog would. */
  chooseFile(selector: string, path: string): Promise<void>
  screenshot(): Promise<Buffer>
  close(): Promise<void>
}

/** As wide as the widest screen of the tour; a window's frame comes on top. */
export const windowSize = { width: 1440, height: 900 }

/**
 * English and in Berlin, as all stories; without a graphics card, a bus to screen readers and, for root, WebKit's
 * sandbox.
 */
export const environment = {
  ...process.env,
  TZ: 'Europe/Berlin',
  LC_ALL: 'en_GB.UTF-8',
  LANGUAGE: 'en_GB:en',
  LIBGL_ALWAYS_SOFTWARE: '1',
  // A simulated graphics card takes WebKitGTK twice the time of drawing by itself.
  WEBKIT_SKIA_ENABLE_CPU_RENDERING: '1',
  WEBKIT_DISABLE_DMABUF_RENDERER: '1',
  WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  // Pages live for seconds: WebKit takes a tenth less of the processor without its optimizing compilers.
  JSC_useDFGJIT: '0',
  NO_AT_BRIDGE: '1',
}
