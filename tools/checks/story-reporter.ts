import { relative } from 'node:path'
import type { Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter'
import { report } from './program.ts'

export type StoryEvent = { file: string; line: number; name: string; failed: boolean; message: string; kept: readonly string[] }

const fileOf = (path: string) => relative(process.cwd(), path)
const messageOf = (errors: readonly TestError[]) =>
  errors.map(({ stack, message, value, snippet }) => [stack ?? message ?? value, snippet].filter((text) => text !== undefined).join('\n')).join('\n\n')

/** Tells each result as a line of JSON when it comes. */
export default class StoryReporter implements Reporter {
  onTestEnd(test: TestCase, { status, errors, attachments }: TestResult) {
    if (status === 'skipped') return
    const kept = attachments.flatMap(({ path }) => (path === undefined ? [] : [fileOf(path)]))
    const { file, line } = test.location
    report({ file: fileOf(file), line, name: test.title, failed: status !== test.expectedStatus, message: messageOf(errors), kept } satisfies StoryEvent)
  }

  /** What breaks outside of a story: a file that cannot be loaded, a server that does not start. */
  onError(error: TestError) {
    const file = fileOf(error.location?.file ?? '')
    report({ file, line: 0, name: file, failed: true, message: messageOf([error]), kept: [] } satisfies StoryEvent)
  }
}
