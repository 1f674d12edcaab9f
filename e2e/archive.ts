import { expect } from './family.ts'

/** The cells of a table as RFC 4180 has it, read by its rules alone. */
export function cellsOf(table: string): string[][] {
  expect(table.startsWith('\uFEFF'), 'the mark of UTF-8').toBe(true)
  const rows: string[][] = [[]]
  let rest = table.slice(1)
  while (rest !== '') {
    const cell = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(rest)
    if (cell === null) throw new Error(`This is no cell: ${rest.slice(0, 40)}`)
    rows.at(-1)?.push(cell[1] === undefined ? (cell[2] ?? '') : cell[1].replaceAll('""', '"'))
    rest = rest.slice(cell[0].length)
    if (cell[3] === '\r\n' && rest !== '') rows.push([])
  }
  return rows
}

/** Each line of a table by the names of its columns. */
export function linesOf(table: string): Record<string, string>[] {
  const [columns = [], ...rows] = cellsOf(table)
  return rows.map((row) => {
    expect(row).toHaveLength(columns.length)
    return Object.fromEntries(columns.map((column, index) => [column, row[index] ?? '']))
  })
}

/** What a value of the API is in a cell. */
export function cellOf(value: unknown): string {
  if (value === null) return ''
  if (typeof value !== 'string' && !Array.isArray(value)) return JSON.stringify(value)
  const text = Array.isArray(value) ? value.join('; ') : value
  return /^\s*[=+\-@]/.test(text) ? `'${text}` : text
}
