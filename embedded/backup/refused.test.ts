import assert from 'node:assert/strict'
import { namesIn } from '../file-system.ts'
import { Problem } from '../problem.ts'
import { problemOf } from '../../testing/problem.ts'
import { onOwnStack } from '../../testing/stack.ts'
import { tar, textEntry, untar } from './archive.ts'
import { backup } from './backup.ts'
import { restore } from './restore.ts'

const story = onOwnStack()
const place = await Deno.makeTempDir()
await Deno.chmod(place, 0o711)
Deno.test.afterAll(() => Deno.remove(place, { recursive: true }))

story('A backup that cannot be made leaves nothing', async (stack) => {
  const file = `${place}/kept.tar.gz`
  await Deno.writeTextFile(file, 'the only copy')
  assert.match(
    await problemOf(backup(stack.folder, file)),
    /^There is a file .*kept\.tar\.gz already\. It was left as it is; choose another name\.$/,
  )
  assert.equal(await Deno.readTextFile(file), 'the only copy')
  assert.match(
    await problemOf(backup(stack.folder, `${place}/nowhere/a.tar.gz`)),
    /^The file .* cannot be written: its folder is not there\. Nothing was saved\.$/,
  )
  assert.match(await problemOf(backup(`${place}/nothing`, `${place}/a.tar.gz`)), /^There is no Bubblequest in /)
  assert.match(await problemOf(backup(stack.folder, undefined)), /^Usage: npm run backup -- FILE/)
  const two = await Promise.allSettled([
    backup(stack.folder, `${place}/one.tar.gz`),
    backup(stack.folder, `${place}/two.tar.gz`),
  ])
  const refused = two.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  assert.deepEqual([refused.length, refused[0] instanceof Problem], [1, true])
  assert.match(String(refused[0]), /Another backup of .* is being made\. Try again when it is done\.$/)
  assert.ok((await namesIn(place)).every((name) => !name.endsWith('.unfinished') && name !== 'a.tar.gz'))
})

story('An incomplete backup is refused with a sentence, and nothing is left of it', async (stack) => {
  const [file, folder] = [`${place}/whole.tar.gz`, `${place}/never`]
  await backup(stack.folder, file)
  const whole = await Deno.readFile(file)
  const damaged = whole.slice()
  damaged[Math.floor(whole.length * 0.6)] = (damaged[Math.floor(whole.length * 0.6)] ?? 0) ^ 255
  const head = await headOf(file)
  const newer = await gzipped({ 'bubblequest.json': JSON.stringify({ ...head, migrations: ['29990101000000'] }) })
  const earlier = await gzipped({ 'bubblequest.json': JSON.stringify({ ...head, migrations: ['20261121090000'] }) })
  const ofNewer = await gzipped({ 'bubblequest.json': JSON.stringify(head), version: '999.0.0\n' })
  for (const [bytes, sentence] of [
    [new TextEncoder().encode('my notes'), / is no whole backup of Bubblequest: .*\. Nothing was restored\.$/],
    [new Uint8Array(), / is no whole backup of Bubblequest: .*\. Nothing was restored\.$/],
    [
      await gzipped({ 'photo.jpg': 'a picture' }),
      / is no whole backup of Bubblequest: it is something else\. Nothing was restored\.$/,
    ],
    [
      earlier,
      /^This backup was made before the first version of Bubblequest was published \(migration 20261121090000\), and nothing in it was read or changed\./,
    ],
    [
      newer,
      /^This backup was made by a newer version of Bubblequest \(29990101000000 is not known here\)\. Update Bubblequest first; nothing was restored\.$/,
    ],
    [
      ofNewer,
      /^This backup was made by Bubblequest 999\.0\.0, and this is the older .*\. Update Bubblequest first; nothing was restored\.$/,
    ],
    [whole.subarray(0, whole.length * 0.7), / is no whole backup of Bubblequest: /],
    [whole.subarray(0, whole.length - 4), / is no whole backup of Bubblequest: /],
    [damaged, / is no whole backup of Bubblequest: /],
  ] as const) {
    const path = `${place}/odd.tar.gz`
    await Deno.writeFile(path, bytes)
    assert.match(await problemOf(restore(folder, path)), sentence)
    assert.ok(!(await namesIn(place)).includes('never'))
  }
  assert.match(
    await problemOf(restore(folder, `${place}/missing.tar.gz`)),
    /^The file .*missing\.tar\.gz cannot be read\.$/,
  )
  assert.match(await problemOf(restore(folder, undefined)), /^Usage: npm run restore -- FILE/)

  assert.match(await problemOf(restore(stack.folder, file)), /^Bubblequest is already running on /)
  await Deno.mkdir(folder)
  await Deno.writeTextFile(`${folder}/notes`, 'mine')
  assert.match(
    await problemOf(restore(folder, file)),
    /^There is something in .*\/never already\. It was left as it is; choose an empty folder with BUBBLEQUEST_DATA\.$/,
  )
  assert.deepEqual(await namesIn(folder), ['notes'])
})

async function gzipped(files: Record<string, string>): Promise<Uint8Array> {
  const entries = ReadableStream.from(Object.entries(files).map(([name, words]) => textEntry(name, words)))
  return new Response(ReadableStream.from(tar(entries))).bytes()
}

async function headOf(file: string): Promise<object> {
  for await (const entry of untar(new Blob([await Deno.readFile(file)]).stream()))
    return new Response(entry.bytes).json()
  return assert.fail('It is empty')
}
