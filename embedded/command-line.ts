import { Problem } from './problem.ts'

export const absolute = (path: string, from = Deno.cwd()): string =>
  (path.startsWith('/') ? path : `${from}/${path}`).replace(/\/+$/, '')

export const dataFolder = (): string => absolute(Deno.env.get('BUBBLEQUEST_DATA') || '.bubblequest')

/** The file that a command is about. npm changes to the project's folder; the file is meant from where it was typed. */
export function fileArgument(): string | undefined {
  const [file] = Deno.args
  return file && absolute(file, Deno.env.get('INIT_CWD'))
}

/** Ends the program with the sentence of a Problem; anything else is a bug and is thrown. */
export function exitWithSentence(error: unknown): never {
  if (!(error instanceof Problem)) throw error
  console.error(error.message)
  Deno.exit(1)
}
