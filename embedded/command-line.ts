import { resolve } from 'node:path'
import { Problem } from './problem.ts'

export const dataFolder = (): string => resolve(Deno.env.get('BUBBLEQUEST_DATA') || '.bubblequest')

/** The file that a command is about. npm changes to the project's folder; the file is meant from where it was typed. */
export function fileArgument(): string | undefined {
  const [file] = Deno.args
  return file && resolve(Deno.env.get('INIT_CWD') ?? '', file)
}

/** Ends the program with the sentence of a Problem; anything else is a bug and is thrown. */
export function exitWithSentence(error: unknown): never {
  if (!(error instanceof Problem)) throw error
  console.error(error.message)
  Deno.exit(1)
}
