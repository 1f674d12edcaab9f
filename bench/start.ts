import { benchmarkOf } from './benchmark.ts'
import type { Probe } from './figures.ts'
import { end, makeFolder, startProcess } from './processes.ts'
import type { Build } from './stack.ts'

const startOn = (build: Build, dataFolder: string) =>
  startProcess(build.folder, ['embedded/main.ts'], { PORT: '0', BUBBLEQUEST_DATA: dataFolder })

async function probesOf(build: Build): Promise<Probe[]> {
  const existing = await makeFolder('bench')
  // The first start also compiles the code.
  await end((await startOn(build, existing)).child)
  return [
    {
      figures: [{ name: 'first start, making the data folder', unit: 's', rows: [{ share: 0.5 }] }],
      async measure() {
        const { child, readyAfterMs } = await startOn(build, await makeFolder('bench'))
        await end(child)
        return [[readyAfterMs / 1000]]
      },
    },
    {
      figures: [
        {
          name: 'start on existing data, Postgres included, to the first answer',
          unit: 's',
          rows: [{ share: 0.5, goal: 'at most 1.2' }],
        },
      ],
      async measure() {
        const begun = performance.now()
        const { url, child } = await startOn(build, existing)
        await (await fetch(`${url}/login`)).arrayBuffer()
        const answeredAfterMs = performance.now() - begun
        await end(child)
        return [[answeredAfterMs / 1000]]
      },
    },
  ]
}

/** From starting the process to its first answer. */
export const start = benchmarkOf('Start', probesOf)
