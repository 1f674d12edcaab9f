import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** `from './a.ts'`, `import('./a.ts')` and `new URL('a.ts', import.meta.url)`. */
const imported = /(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'|new URL\('([^']+)', import\.meta\.url\)/g

/** A file and all it imports by a relative path, directly and through others. */
export function importsOf(file: string): string[] {
  const found = new Set<string>()
  const visit = (path: string) => {
    if (found.has(path) || !existsSync(path) || !statSync(path).isFile()) return
    found.add(path)
    for (const [, target, address] of readFileSync(path, 'utf8').matchAll(imported)) visit(join(dirname(path), target ?? address ?? ''))
  }
  visit(file)
  return [...found]
}
