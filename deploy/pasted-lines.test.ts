import assert from 'node:assert/strict'

const read = (path: string) => Deno.readTextFile(new URL(`../${path}`, import.meta.url))

/** The `sh` blocks of a section, without the indentation of a list. */
async function blocksOf(path: string, from: string, to: string): Promise<string[]> {
  const [, section = ''] = (await read(path)).split(from)
  const blocks = (section.split(to)[0] ?? '').matchAll(/^( *)```sh\n([^]*?)^ *```/gm)
  return [...blocks].map(([, indent = '', block = '']) => block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''))
}

type Pasted = { calls: string[]; success: boolean; files: string[] }

/** Runs the lines as a shell does into which they are pasted. Programs only note their call; that call fails. */
async function paste(block: string, failing = 0): Promise<Pasted> {
  const folder = await Deno.makeTempDir()
  const home = `${folder}/home`
  try {
    await Deno.mkdir(home)
    await Deno.writeTextFile(`${home}/BACKUP.tar.gz`, '')
    const note = `#!/bin/sh\necho "\${0##*/} $*" >> ${folder}/calls\n[ "$(wc -l < ${folder}/calls)" -ne ${failing} ]\n`
    for (const name of ['sudo', 'npm', 'npx', 'git', 'podman', 'docker', 'tar'])
      await Deno.writeTextFile(`${folder}/${name}`, note, { mode: 0o755 })
    // A folder of another machine.
    const args = ['-c', `cd() { :; }\n${block}`]
    const env = { PATH: `${folder}:${Deno.env.get('PATH')}` }
    const { success } = await new Deno.Command('sh', { args, cwd: home, env }).output()
    const calls = (await Deno.readTextFile(`${folder}/calls`)).trim().split('\n')
    return { calls, success, files: [...Deno.readDirSync(home)].map(({ name }) => name) }
  } finally {
    await Deno.remove(folder, { recursive: true })
  }
}

const atHome = (section: string) => blocksOf('docs/self-hosting.md', `\n## ${section}\n`, '\n## ')
const onCompose = (section: string) => blocksOf('docs/self-hosted-supabase.md', `\n## ${section}\n`, '\n## ')
const [[service = '', image = ''], [serviceRestore = '', imageRestore = ''], [firstRun = ''], [nightly = '']] =
  await Promise.all([atHome('Upgrade'), atHome('Restore'), atHome('In a container'), atHome('Backup')])
const [composeBackup = ''] = await onCompose('Backups')
const [composeUpgrade = ''] = await onCompose('A new version')
const [hostedUpgrade = ''] = await blocksOf('docs/deploy.md', '4. **Bring the project', '5. **')
const [hostedBackup = ''] = await blocksOf('docs/deploy.md', '- **Backups**', '## Not yet seen')

Deno.test('In the lines of an upgrade, a restore, a backup and a first start each runs only if the one before went well', async () => {
  for (const [block, length] of [
    [service, 6],
    [image, 7],
    [serviceRestore, 5],
    [imageRestore, 6],
    [firstRun, 2],
    [composeBackup, 2],
    [composeUpgrade, 7],
    [hostedUpgrade, 4],
    [hostedBackup, 2],
  ] as const) {
    const whole = await paste(block)
    assert.deepEqual([whole.success, whole.calls.length], [true, length], block)
    for (let failing = 1; failing <= length; failing++) {
      const { success, calls } = await paste(block, failing)
      assert.deepEqual([success, calls.length], [false, failing], calls.join('\n'))
    }
  }
})

Deno.test('A backup, and what an upgrade or a restore puts away, has the time in its name', async () => {
  const putsAway = /npm run backup|podman cp| mv |:\/before |--file|storage cp|-czf/
  for (const block of [service, image, serviceRestore, imageRestore, nightly, composeBackup, hostedBackup]) {
    const { calls, files } = await paste(block)
    const names = [...calls.filter((call) => putsAway.test(call)), ...files.filter((name) => name !== 'BACKUP.tar.gz')]
    assert.ok(names.length > 0, block)
    for (const name of names) assert.match(name, /\d{4}-\d{2}-\d{2}T\d{6}/)
  }
})

Deno.test('A container is started again after a crash and a reboot, by the same line at first as after an upgrade or a restore', async () => {
  const [run = '', ...again] = await Promise.all(
    [firstRun, image, imageRestore].map(async (block) => (await paste(block)).calls.at(-1)),
  )
  assert.match(run, /^podman run -d --name bubblequest --restart unless-stopped /)
  assert.deepEqual(again, [run, run])
  // Images of the other format have no check of health.
  for (const block of [firstRun, image]) assert.match(block, /^podman build --format docker -t bubblequest /m)
})

Deno.test('The app of a new version takes the place of the one before, and not one beside it', async () => {
  const page = await read('docs/self-hosted-supabase.md')
  assert.deepEqual(page.match(/cp -r \S+ \S+/g), ['cp -r dist/. /srv/bubblequest/', 'cp -r dist/. /srv/bubblequest/'])
})
