import assert from 'node:assert/strict'
import { isBuiltin } from 'node:module'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const root = new URL('../../', import.meta.url)
const entry = new URL('index.ts', import.meta.url)

const Graph = z.object({
  modules: z.array(
    z.object({
      specifier: z.string(),
      error: z.string().optional(),
      dependencies: z
        .array(z.object({ specifier: z.string(), code: z.unknown().optional(), type: z.unknown().optional() }))
        .optional(),
    }),
  ),
})

const json = async (path: string): Promise<unknown> => JSON.parse(await Deno.readTextFile(new URL(path, root)))

async function deno(...args: string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args,
    cwd: fileURLToPath(root),
    env: { NO_COLOR: '1', DENO_NO_UPDATE_CHECK: '1' },
  }).output()
  assert.ok(success, new TextDecoder().decode(stderr))
  return new TextDecoder().decode(stdout)
}

/** Every module of the function, and what it imports. */
const graph = async () => Graph.parse(JSON.parse(await deno('info', '--json', fileURLToPath(entry)))).modules

const pins = z.object({ imports: z.record(z.string(), z.string()) })

Deno.test("The function's imports can be deployed: our files with their extension, and packages of its own import map", async () => {
  const { imports } = pins.parse(await json('edge-functions/api/deno.json'))
  const named = new Set<string>()
  const ours = (await graph()).filter(
    ({ specifier }) => specifier.startsWith(root.href) && !specifier.includes('/node_modules/'),
  )
  assert.ok(ours.length > 30)
  for (const { specifier, error, dependencies } of ours) {
    assert.equal(error, undefined, specifier)
    for (const dependency of dependencies ?? []) {
      if (dependency.code === undefined) continue
      if (dependency.specifier.startsWith('.')) {
        // The deploy tool ignores imports without an extension, and those outside of the project.
        assert.match(dependency.specifier, /\.ts$/, specifier)
        const target = new URL(dependency.specifier, specifier).href
        assert.ok(
          target.startsWith(`${root.href}edge-functions/`) || target.startsWith(`${root.href}domain/`),
          `${specifier} imports ${dependency.specifier}`,
        )
      } else if (!(dependency.specifier.startsWith('node:') && isBuiltin(dependency.specifier))) {
        // Modules of Node are part of the runtime; everything else has to be named.
        assert.ok(
          dependency.specifier in imports,
          `${specifier} imports ${dependency.specifier}, which edge-functions/api/deno.json does not name`,
        )
        named.add(dependency.specifier)
      }
    }
  }
  assert.deepEqual([...named].toSorted(), Object.keys(imports).toSorted())
})

Deno.test('Both sides have the same version of every package, pinned', async () => {
  const { imports } = pins.parse(await json('edge-functions/api/deno.json'))
  const { dependencies } = z
    .object({ dependencies: z.record(z.string(), z.string()) })
    .parse(await json('package.json'))
  for (const [name, target] of Object.entries(imports)) {
    const [, packageName = '', version] = /^npm:((?:@[^/]+\/)?[^@/]+)@(\d+\.\d+\.\d+)(?:\/|$)/.exec(target) ?? []
    assert.equal(
      version,
      dependencies[packageName],
      `${name} is ${target} here and ${dependencies[packageName]} in package.json`,
    )
  }
})
