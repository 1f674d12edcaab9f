export type Point = { x: number; y: number }

export type Key = 'Tab' | 'Enter' | 'Space' | 'Escape' | 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown' | 'Backspace'

/** What the tour needs of a browser: the least that both libraries and all four engines can do. */
export type Driver = {
  /** Loads an address, until its page has loaded. */
  open(url: string): Promise<void>
  /** The size of the page; engines that have one size only keep it. */
  resize(width: number, height: number): Promise<void>
  /** Evaluates an expression in the page, or awaits it; the value is JSON. */
  evaluate(expression: string): Promise<unknown>
  /** The mouse: it stays where it is, and its button as it is, until the next call. */
  move(to: Point): Promise<void>
  press(): Promise<void>
  release(): Promise<void>
  /** The keyboard: characters, or one key. */
  type(text: string): Promise<void>
  key(key: Key): Promise<void>
  selectAll(): Promise<void>
  /** Gives a file to the first file input that `selector` finds, as the system's own dialog would. */
  chooseFile(selector: string, path: string): Promise<void>
  screenshot(): Promise<Buffer>
  close(): Promise<void>
}

export type LaunchOptions = {
  /** The system asks for dark pages. */
  dark?: boolean
}
