import type { Probe } from './figures.ts'
import { end } from './processes.ts'
import { startStack } from './stack.ts'
import type { Build } from './stack.ts'

/** From starting the process to its first answer. */
export async function startProbes(build: Build): Promise<Probe[]> {
  // The first start also compiles the code.
  const { child, dataFolder } = await startStack(build)
  await end(child)
  const name = 'start on existing data, Postgres included, to the first answer'
  return [
    {
      figures: [{ name, unit: 's', goal: 'at most 1.2' }],
      async measure() {
        const begun = performance.now()
        const { url, child } = await startStack(build, dataFolder)
        await (await fetch(`${url}/login`)).arrayBuffer()
        const answeredAfterMs = performance.now() - begun
        await end(child)
        return [[answeredAfterMs / 1000]]
      },
    },
  ]
}
