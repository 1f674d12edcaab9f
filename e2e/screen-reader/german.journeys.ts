import { addQuest } from '../family.ts'
import { test } from './fixtures.ts'

test.use({ readerLanguage: 'de', locale: 'de-DE' })

test('a parent deletes a quest in German', async ({ family, reader }) => {
  for (const title of ['Katze füttern', 'Hof fegen']) await addQuest(family, title)
  await reader.open('/parent', 'Familienzentrale', await family.context.cookies())
  await reader.goTo('Mehr zu Katze füttern', { press: 'Return' })
  await reader.expectHeard(/^Menü/)
  await reader.goTo('Quest löschen', { by: 'End', press: 'Return' })
  await reader.expectHeard(/^Quest löschen.*Katze füttern/)
  reader.expectNotHeard(/Banner/, /Delete/)
  await reader.goTo(/^Löschen/, { press: 'Return' })
  await reader.expectHeard('Die Quest ist gelöscht', 'Hof fegen')
})
