import assert from 'node:assert/strict'

const read = (path: string) => Deno.readTextFile(new URL(`../${path}`, import.meta.url))

/** The `sh` blocks of a section, without the indentation of a list. */
async function blocksOf(path: string, from: string, to: string): Promise<string[]> {
  const document = await read(path)
  const begin = document.indexOf(from)
  const section = document.slice(begin, document.indexOf(to, begin + from.length))
  assert.ok(begin >= 0 && section.length > 0, `${path} has no ${from}`)
  return [...section.matchAll(/^( *)```sh\n([^]*?)^ *```/gm)].map(([, indent = '', block = '']) =>
    block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  )
}

type Pasted = { calls: string[]; success: boolean; files: string[] }

/** Runs the lines as a shell does into which they are pasted. Programs only note their call; that call fails. */
async function paste(block: string, failing: number): Promise<Pasted> {
  const folder = await Deno.makeTempDir()
  const programs = `${folder}/programs`
  const home = `${folder}/home`
  try {
    await Promise.all([Deno.mkdir(programs), Deno.mkdir(home)])
    await Deno.writeTextFile(`${folder}/calls`, '')
    for (const name of ['sudo', 'npm', 'npx', 'git', 'podman', 'docker', 'tar']) {
      const note = `#!/bin/sh\necho "${name} $*" >> ${folder}/calls\n[ "$(wc -l < ${folder}/calls)" -ne ${failing} ]\n`
      await Deno.writeTextFile(`${programs}/${name}`, note, { mode: 0o755 })
    }
    await Deno.writeTextFile(`${home}/BACKUP.tar.gz`, '')
    const { success } = await new Deno.Command('sh', {
      // A folder of another machine.
      args: ['-c', `cd() { :; }\n${block}`],
      cwd: home,
      env: { PATH: `${programs}:${Deno.env.get('PATH')}` },
    }).output()
    const calls = (await Deno.readTextFile(`${folder}/calls`)).split('\n').filter((line) => line !== '')
    return { calls, success, files: [...Deno.readDirSync(home)].map(({ name }) => name) }
  } finally {
    await Deno.remove(folder, { recursive: true })
  }
}

const [service = '', image = ''] = await blocksOf('docs/self-hosting.md', '## Upgrade\n', '\n## ')
const [serviceRestore = '', imageRestore = ''] = await blocksOf('docs/self-hosting.md', '## Restore\n', '\n## ')
const [firstRun = ''] = await blocksOf('docs/self-hosting.md', '## In a container\n', '\n## ')
const [nightly = ''] = await blocksOf('docs/self-hosting.md', '## Backup\n', '\n## ')
const [composeBackup = ''] = await blocksOf('docs/self-hosted-supabase.md', '## Backups\n', '\n## ')
const [composeUpgrade = ''] = await blocksOf('docs/self-hosted-supabase.md', '## A new version\n', '\n## ')
const [hostedUpgrade = ''] = await blocksOf('docs/deploy.md', '4. **Bring the project', '5. **')
const [hostedBackup = ''] = await blocksOf('docs/deploy.md', '- **Backups**', '## Not yet seen')

const chains: [what: string, block: string, most: number][] = [
  ['the upgrade of the service', service, 6],
  ['the upgrade of a container', image, 7],
  ['the restore of the service', serviceRestore, 5],
  ['the restore of a container', imageRestore, 6],
  ['the first start of a container', firstRun, 2],
  ['the backup of a Supabase of one’s own', composeBackup, 2],
  ['the upgrade of a Supabase of one’s own', composeUpgrade, 7],
  ['the upgrade of a hosted project', hostedUpgrade, 4],
  ['the backup of a hosted project', hostedBackup, 2],
]

for (const [what, block, length] of chains) {
  Deno.test(`In the lines for ${what} each runs only if the one before went well`, async () => {
    const whole = await paste(block, 0)
    assert.deepEqual([whole.success, whole.calls.length], [true, length], whole.calls.join('\n'))
    for (let failing = 1; failing <= length; failing++) {
      const { success, calls } = await paste(block, failing)
      assert.deepEqual([success, calls.length], [false, failing], calls.join('\n'))
    }
  })
}

Deno.test('A backup, and what an upgrade or a restore puts away, has the time in its name', async () => {
  const time = /\d{4}-\d{2}-\d{2}T\d{6}/
  const putsAway = /npm run backup|podman cp| mv |:\/before |--file|storage cp|-czf/
  for (const block of [service, image, serviceRestore, imageRestore, nightly, composeBackup, hostedBackup]) {
    const { calls, files } = await paste(block, 0)
    const names = [...calls.filter((call) => putsAway.test(call)), ...files.filter((name) => name !== 'BACKUP.tar.gz')]
    assert.ok(names.length > 0, block)
    for (const name of names) assert.match(name, time)
  }
})

Deno.test('A container is started again after a crash and a reboot, by the same line at first as after an upgrade or a restore', async () => {
  const lastOf = async (block: string) => (await paste(block, 0)).calls.at(-1)
  const run = (await lastOf(firstRun)) ?? ''
  assert.match(run, /^podman run -d --name bubblequest --restart unless-stopped /)
  assert.deepEqual([await lastOf(image), await lastOf(imageRestore)], [run, run])
  // Images of the other format have no check of health.
  for (const block of [firstRun, image]) assert.match(block, /^podman build --format docker -t bubblequest /m)
})

Deno.test('The app of a new version takes the place of the one before, and not one beside it', async () => {
  const page = await read('docs/self-hosted-supabase.md')
  assert.deepEqual(page.match(/cp -r \S+ \S+/g), ['cp -r dist/. /srv/bubblequest/', 'cp -r dist/. /srv/bubblequest/'])
})
