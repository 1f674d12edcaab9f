import { Problem } from '../problem.ts'

/** A command about one file, as npm runs it; says its sentence and ends with a code. */
export async function runOnFile(command: (folder: string, file: string | undefined) => Promise<string>): Promise<void> {
  const [file] = Deno.args
  try {
    // npm changes to the project's folder; a file is meant from where it was typed.
    console.log(
      await command(below(Deno.cwd(), Deno.env.get('BUBBLEQUEST_DATA') || '.bubblequest'), file && below(Deno.env.get('INIT_CWD') ?? Deno.cwd(), file)),
    )
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    console.error(error.message)
    Deno.exit(1)
  }
}

const below = (folder: string, path: string) => (path.startsWith('/') ? path : `${folder}/${path}`).replace(/\/+$/, '')
