import { relative } from 'node:path'
import type { Reporter } from 'vitest/node'
import { report } from './program.ts'

export type UnitEvent = { file: string; name: string; failed: boolean; message: string }

const fileOf = (id: string) => relative(process.cwd(), id)
const messageOf = (errors: readonly { stack?: string; message: string; diff?: string }[] = []) =>
  errors.map(({ stack, message, diff }) => [stack ?? message, diff].filter((text) => text !== undefined).join('\n')).join('\n')

/** Tells each result as a line of JSON when it comes. */
export default class UnitReporter implements Reporter {
  onTestCaseResult(testCase: Parameters<NonNullable<Reporter['onTestCaseResult']>>[0]) {
    const { state, errors } = testCase.result()
    if (state === 'skipped' || state === 'pending') return
    report({
      file: fileOf(testCase.module.moduleId),
      name: testCase.fullName,
      failed: state === 'failed',
      message: messageOf(errors),
    } satisfies UnitEvent)
  }

  /** A file that cannot be loaded has no tests that could fail. */
  onTestModuleEnd(module: Parameters<NonNullable<Reporter['onTestModuleEnd']>>[0]) {
    const errors = module.errors()
    if (errors.length > 0)
      report({ file: fileOf(module.moduleId), name: fileOf(module.moduleId), failed: true, message: messageOf(errors) } satisfies UnitEvent)
  }
}
