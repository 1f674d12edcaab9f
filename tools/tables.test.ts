import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * Returns the tables of a document that Markdown does not draw: rows that are joined or broken in two, cells that are
 * missing, no line of dashes. A formatter takes such lines for a paragraph.
 */
function brokenTables(document: string): string[] {
  const paragraphs = document.replaceAll(/^ *```[^]*?^ *```$/gm, '').split(/\n\s*\n/)
  return paragraphs.filter((paragraph) => {
    if (!/\|-|^ *\|/m.test(paragraph)) return false
    const rows = paragraph.trim().split('\n')
    const cells = new Set(rows.map((row) => row.split(/(?<!\\)\|/).length))
    return cells.size > 1 || !rows.every((row) => /^ *\|.*\|$/.test(row)) || !/^ *(\|:?-+:?)+\|$/.test(rows[1] ?? '')
  })
}

test.each(globSync('{*.md,docs/**/*.md}'))('%s: each row of a table is a line of its own', (document) =>
  expect(brokenTables(readFileSync(document, 'utf8'))).toEqual([]),
)

test.each(['| a | b | |---|---| | x | 1 |', '| a | b |\n|---|---|\n| x | 1 | | y | 2 |', '| a | b |\n| x | 1 |'])(
  'the table %j is found',
  (table) => expect(brokenTables(table)).toHaveLength(1),
)
