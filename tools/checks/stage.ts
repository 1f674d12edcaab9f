/** What can be checked on its own: a whole stage, or one file of it. */
export type Part = {
  name: string
  /** Files and folders that decide how it ends; what stands for all stages is added. */
  reads: readonly string[]
  /** Versions of programs that are in no file. */
  versions?: readonly string[]
}

/** A test, or a whole stage that is not made of tests, which failed. */
export type Failure = {
  stage: string
  /** From the folder of the project; undefined where the stage is not made of files. */
  file?: string
  name: string
  message: string
  /** What was kept of it: screenshot, console, trace. */
  kept?: readonly string[]
}

export type Outcome = { passed: number; failures: readonly Failure[] }

/** Which tests: those of `files`, and of them those whose name has all of `words` in this order. */
export type Selection = { files: readonly string[]; words: readonly string[] }

/** Called when a test fails, before the rest has run. */
export type OnFailure = (failure: Failure) => void

export type Stage = {
  name: string
  /** It leaves one of two cores free: such stages run at the same time when they follow each other. */
  sharesCores?: true
  parts(): readonly Part[]
  run(parts: readonly Part[], onFailure: OnFailure): Promise<Outcome>
  /** Runs one test of it again, alone; a stage without it gives the same answer each time. */
  repeat?: (failure: Failure) => Promise<Outcome>
}

/** One of the three kinds of tests. */
export type TestKind = Stage & {
  files(): readonly string[]
  runSelected(selection: Selection, onFailure: OnFailure): Promise<Outcome>
}

/** The command that runs exactly this again. */
export function commandOf({ stage, file, name }: Failure): string {
  return ['npm test --', ...(file === undefined ? [stage] : file === name ? [file] : [file, name]).map(quoted)].join(' ')
}

const quoted = (word: string) => (/^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`)

/** A regular expression that finds `words` one after the other, in any case. */
export const inOrder = (words: readonly string[]) => words.map(escapeRegExp).join('.*')

export const escapeRegExp = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`)
