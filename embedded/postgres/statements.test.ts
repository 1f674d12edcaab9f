import { fileURLToPath } from 'node:url'
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { readMigrations } from './migrator.ts'
import { statements } from './statements.ts'

Deno.test('Semicolons in quotes and comments end nothing', () => {
  const whole = [
    `select ';'`,
    `select 'it''s; fine'`,
    `select 'a backslash ends nothing \\'`,
    `select text'nor does it here \\', 1`,
    `select E'but here it does \\'; so'`,
    `select e'\\\\'`,
    `select ";" from "a;""b"`,
    `select $$;$$`,
    `select $body$ $$;$$ 'x; $body$`,
    `select $a_1$;$a$;$a_1$`,
    `do $ü$ begin; end $ü$`,
    `select 1 -- ; not here\n, 2`,
    `select 1 /* ; /* ; */ ; */ , 2`,
    `select a$1$b, c$2$`,
    `select $1, $2`,
    `-- why; this is here\nselect 1`,
    `/* why; */ select 1`,
    `select U&'\\0041;'`,
    `select 1 - -1, 6 / 2 * 3`,
  ]
  for (const statement of whole) assert.deepEqual(statements(`${statement};`), [statement])
  assert.deepEqual(statements(whole.map((statement) => `${statement};`).join('\n\n')), whole)
})

Deno.test('The last semicolon may be missing, and what is no statement is left out', () => {
  assert.deepEqual(statements('select 1; select 2'), ['select 1', 'select 2'])
  for (const nothing of ['', ' \n', ';', ';;', '-- nothing', '/* nothing */;', '/* never closed', '; -- a\n; /* b */ ;']) {
    assert.deepEqual(statements(nothing), [], nothing)
  }
})

const text = fc.string({ unit: fc.constantFrom('a', ' ', ';', "'", '"', '$', '\\', '-', '/', '*', '\n', 'é', '$$', '--', '/*', '*/') })
const without = (...marks: string[]) => text.filter((value) => marks.every((mark) => !value.includes(mark)))
const part = fc.oneof(
  fc.constantFrom('select', ' a ', '(1 + 2)', 'b.c', '\n', ' , '),
  text.map((value) => `'${value.replaceAll("'", "''")}'`),
  text.map((value) => ` E'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`),
  text.map((value) => `"${value.replaceAll('"', '""')}"`),
  without('$').map((value) => ` $$${value}$$`),
  without('$tag$').map((value) => ` $tag$${value} $tag$`),
  without('\n').map((value) => ` --${value}\n`),
  without('/*', '*/', '/', '*').map((value) => ` /* ${value} /* ${value} */ ${value} */ `),
)
const statement = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => `select ${parts.join(' ')} as done`)

Deno.test('Statements that are joined and split again are what they were', () => {
  fc.assert(
    fc.property(fc.array(statement, { maxLength: 5 }), fc.constantFrom(';', ';\n', ' ;\n\n'), (all, mark) => {
      assert.deepEqual(
        statements(all.map((one) => one + mark).join('')),
        all.map((one) => one.trim()),
      )
    }),
    { numRuns: 500 },
  )
})

Deno.test('Nothing of any script gets lost, however odd it is', () => {
  fc.assert(
    fc.property(text, (script) => {
      const squeezed = (value: string) => value.replaceAll(/[\s;]/g, '')
      // Only semicolons, white space and statements that are comments alone are left out.
      let rest = squeezed(script)
      for (const found of statements(script)) {
        const at = rest.indexOf(squeezed(found))
        assert.ok(at >= 0)
        rest = rest.slice(at + squeezed(found).length)
      }
    }),
    { numRuns: 500 },
  )
})

Deno.test('Our own migrations are split where their statements end', async () => {
  for (const { name, script } of await readMigrations(fileURLToPath(new URL('../../supabase/migrations', import.meta.url)))) {
    const found = statements(script)
    assert.ok(found.length > 0, name)
    for (const statement of found)
      assert.match(statement.replaceAll(/^(--.*)?\n/gm, ''), /^(create|alter|grant|revoke|comment|insert|update|drop|do|select)\b/, name)
  }
})
