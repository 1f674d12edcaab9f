export function close(folder: string, kind: 'page' | 'file'): number {
  Deno.remove(folder) // violates typescript(no-floating-promises)
  if (Deno.stat(folder)) return 1 // violates typescript(no-misused-promises)
  switch (kind) { // violates typescript(switch-exhaustiveness-check)
    case 'page':
      return 2
  }
  return 3
}
