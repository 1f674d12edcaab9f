export function start(): void {
  Promise.resolve() // violates typescript(no-floating-promises)
}
