import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const imported = /(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g

/** A file and all it imports by a relative path, directly and through others. */
export function importsOf(file: string): string[] {
  const found = new Set<string>()
  const visit = (path: string) => {
    if (found.has(path) || !existsSync(path)) return
    found.add(path)
    for (const [, target = ''] of readFileSync(path, 'utf8').matchAll(imported)) visit(join(dirname(path), target))
  }
  visit(file)
  return [...found]
}
