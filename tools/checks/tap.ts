/** A test as Deno's TAP reporter tells it: when it has ended, with its file only when it failed. */
export type TapResult = { name: string; failed: boolean; file: string; message: string }

/** Reads TAP line by line, and calls `onEnd` when all tests have been told: https://testanything.org/tap-version-14-specification.html, with one line of JSON below `---`. */
export function createTapReader(onResult: (result: TapResult) => void, onEnd: () => void = () => {}): (line: string) => void {
  let failed: string | undefined
  // A test of several steps fails by "1 test step failed": the step's own message is in the lines before, which are indented.
  let steps: string[] = []
  return (line) => {
    // The plan, which comes last.
    if (/^1\.\.\d+$/.test(line)) onEnd()
    const [, indent = '', not, name = ''] = /^( *)(not )?ok \d+ - (.*)$/.exec(line) ?? []
    const isTest = name !== '' && indent === ''
    if (isTest && not === undefined) {
      steps = []
      if (!name.endsWith('# SKIP')) onResult({ name, failed: false, file: '', message: '' })
    } else if (isTest) {
      failed = name
    } else if (/^ *\{"message":/.test(line)) {
      const { message, at }: { message: string; at?: { file: string } } = JSON.parse(line)
      if (line.startsWith('    ')) steps.push(message)
      else if (failed !== undefined) {
        onResult({ name: failed, failed: true, file: (at?.file ?? '').replace(/^\.\//, ''), message: [message, ...steps].join('\n') })
        failed = undefined
        steps = []
      }
    }
  }
}

/**
 * The files of a JUnit report with tests that did not run although none was ignored, or were cancelled: they broke outside of a
 * test. A test that a helper registers counts for the helper's file.
 */
export function findBrokenFiles(report: string): string[] {
  return [...report.matchAll(/<testsuite name="([^"]+)"[^>]*? disabled="(\d+)" errors="(\d+)"/g)]
    .filter(([, , disabled, errors]) => disabled !== '0' || errors !== '0')
    .map(([, file = '']) => file.replace(/^\.\//, ''))
}
