import assert from 'node:assert/strict'
import { readConfig } from '../config.ts'
import { Language } from '../../domain/contract/language.ts'
import { Problem } from '../problem.ts'
import { compileMailTemplate } from './mail-template.ts'
import type { MailValues } from './mail-template.ts'

const root = new URL('../../', import.meta.url)
const languages = Language.options
const { mails } = (await readConfig(new URL('supabase/config.toml', root), 'http://127.0.0.1:3000', {})).auth

const values = (language: string): MailValues => ({
  '.SiteURL': 'https://quests.example',
  '.TokenHash': 'pkce_0123456789abcdef',
  '.Email': 'anna@family.example',
  '.Data.language': language,
})

const links = {
  signup: 'https://quests.example/confirm#token_hash=pkce_0123456789abcdef&type=signup',
  recovery: 'https://quests.example/new-password#token_hash=pkce_0123456789abcdef&type=recovery',
  invite: 'https://quests.example/new-password#token_hash=pkce_0123456789abcdef&type=invite',
} as const
const kinds = ['signup', 'recovery', 'invite'] as const

/** The texts between the tags, as a person reads them. */
const textsOf = (html: string) =>
  html
    .replace(/<style>[^]*<\/style>/, '')
    .split(/<[^>]*>/)
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => text !== '')

for (const kind of kinds) {
  Deno.test(`The ${kind} mail is whole in each language, and English where none is known`, () => {
    const english = mails[kind].html(values('en'))
    const shared = new Set(['Bubblequest', '.', 'anna@family.example', links[kind].replace('&', '&amp;')])
    for (const language of languages.filter((each) => each !== 'en')) {
      const html = mails[kind].html(values(language))
      const texts = textsOf(html)
      assert.equal(texts.length, textsOf(english).length)
      assert.deepEqual(new Set([...texts.filter((text) => textsOf(english).includes(text)), '.']), shared)
      assert.deepEqual(new Set(Array.from(html.matchAll(/ lang="(.*?)"/g), ([, lang]) => lang)), new Set([language]))
      assert.notEqual(mails[kind].subject(values(language)), mails[kind].subject(values('en')))
      // It says the product's name and nothing of the person.
      assert.match(mails[kind].subject(values(language)), /^[^{}<>&]*Bubblequest[^{}<>&]*$/)
    }
    for (const language of ['', 'tlh']) {
      assert.equal(mails[kind].html(values(language)), english)
      assert.equal(mails[kind].subject(values(language)), mails[kind].subject(values('en')))
    }
    assert.match(english, /<html lang="en">/)
  })

  Deno.test(`The ${kind} mail has one address, which is ours, as a button and to be copied, and loads nothing`, () => {
    for (const language of languages) {
      const html = mails[kind].html(values(language))
      const link = links[kind].replace('&', '&amp;')
      assert.deepEqual(html.match(/\w+:\/\/[^"<\s]+/g), [link, link])
      assert.deepEqual(html.match(/href="[^"]*"/g), [`href="${link}"`])
      assert.ok(textsOf(html).includes(link))
      assert.doesNotMatch(
        html,
        /<(img|link|script|iframe|svg|video|form)\b|url\(|@import|\b(src|srcset|background|action)=/i,
      )
    }
  })
}

Deno.test('The mails have one style, in colours of the app', async () => {
  const theme = await Deno.readTextFile(new URL('app/theme.css', root))
  const styleOf = (html: string) => /<style>[^]*<\/style>/.exec(html)?.[0] ?? ''
  const htmls = kinds.map((kind) => mails[kind].html(values('en')))
  assert.equal(new Set(htmls.map(styleOf)).size, 1)
  for (const html of htmls) {
    const dark = styleOf(html)
    for (const [color] of dark.matchAll(/#[0-9a-f]{6}/g))
      assert.match(theme, new RegExp(`light-dark\\(#[0-9a-f]{6}, ${color}\\)`))
    for (const [color] of html.replace(dark, '').matchAll(/#[0-9a-f]{6}\b/g))
      assert.match(theme, new RegExp(`light-dark\\(${color}, #[0-9a-f]{6}\\)`))
  }
})

Deno.test('A template that uses anything else is refused by its name', () => {
  for (const action of [
    ...['.Token', '.Data.first_name', 'range .Data', '.Email | html', '/* a */', ''],
    ...['if .Token', 'if eq .Data.language .Email', 'if .Data.language "de"', 'else', 'end', 'else if .Email'],
  ]) {
    const refused = (error: unknown) => error instanceof Problem && error.message.startsWith('a.html ')
    assert.throws(() => compileMailTemplate('a.html', `text {{ ${action} }} text`), refused, action)
  }
  for (const broken of ['{{ if .Email }}{{ else }}', '{{ if .Email }}{{ else }}{{ else }}{{ end }}', 'a {{ .Email'])
    assert.throws(() => compileMailTemplate('a.html', broken), Problem, broken)
})

Deno.test('A template fills in values, conditions inside of conditions and addresses', () => {
  const fill = (source: string, more: Partial<MailValues> = {}) =>
    compileMailTemplate('a.html', source)({ ...values('de'), ...more })
  assert.equal(fill('{{.Email}} {{ .SiteURL }}'), 'anna@family.example https://quests.example')
  assert.equal(fill('{{ if .Email }}{{ if eq .Data.language "es" }}1{{ else }}2{{ end }}{{ else }}3{{ end }}4'), '24')
  assert.equal(fill('{{ if .Email }}1{{ end }}2', { '.Email': '' }), '2')
  assert.equal(fill('{{ if eq .Data.language "en" }}1{{ else if eq .Data.language "de" }}2{{ else }}3{{ end }}'), '2')
  const strange = { '.TokenHash': '"&type=x' }
  assert.equal(
    fill('<a href="{{ .SiteURL }}/a#b={{ .TokenHash }}&amp;c">{{ .TokenHash }}</a>', strange),
    '<a href="https://quests.example/a#b=%22%26type%3Dx&amp;c">&quot;&amp;type=x</a>',
  )
})
