import { resolve } from 'node:path'
import { Problem } from './problem.ts'

export const dataFolder = (): string => resolve(Deno.env.get('BUBBLEQUEST_DATA') || '.bubblequest')

/**
 * The file that a command is about; undefined without one, or with an option that is none of `known`. npm changes to the
 * project's folder; the file is meant from where it was typed.
 */
export function fileArgument(known: readonly string[] = []): string | undefined {
  const [file, ...others] = Deno.args.filter((argument) => !known.includes(argument))
  return file === undefined || [file, ...others].some((argument) => argument.startsWith('--'))
    ? undefined
    : resolve(Deno.env.get('INIT_CWD') ?? '', file)
}

/** Ends the program with the sentence of a Problem; anything else is a bug and is thrown. */
export function exitWithSentence(error: unknown): never {
  if (!(error instanceof Problem)) throw error
  console.error(error.message)
  Deno.exit(1)
}
