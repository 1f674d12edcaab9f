import { benchApi } from './api.ts'
import { benchCalls } from './calls.ts'
import { measureInBrowser } from './browser.ts'
import { benchLive } from './live.ts'
import { benchLoad } from './load.ts'
import { benchStart } from './start.ts'
import { startFloor, startOurs } from './subjects.ts'

const known = ['start', 'live', 'api', 'calls', 'interaction', 'paint', 'load']

// `npm run bench` measures everything but the load, which takes ten minutes; `npm run bench -- live api` only these.
const wanted = new Set(Deno.args.length === 0 ? known.filter((name) => name !== 'load') : Deno.args)
const unknown = [...wanted].find((name) => !known.includes(name))
if (unknown !== undefined) {
  console.error(`There is no benchmark ${unknown}: ${known.join(', ')}.`)
  Deno.exit(1)
}

if (wanted.has('start')) await benchStart()
if (wanted.has('live') || wanted.has('api')) {
  // Both at once, measured in turn: a ratio is of one machine at one time.
  const subjects = [await startOurs(), await startFloor()] as const
  try {
    if (wanted.has('live')) await benchLive(subjects)
    if (wanted.has('api')) await benchApi(subjects)
  } finally {
    for (const subject of subjects) await subject.stop()
  }
}
if (wanted.has('calls')) await benchCalls()
// What a hand feels, here and on another device; and what an eye waits for.
for (const name of ['interaction', 'paint']) if (wanted.has(name)) await measureInBrowser(`bench/${name}-browser.ts`)
if (wanted.has('load')) await benchLoad()
