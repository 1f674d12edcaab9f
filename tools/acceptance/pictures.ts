import { samplePictures } from '../../domain/rules/sample-pictures.ts'
import { familyOf, signUp } from '../doctor/account.ts'
import { sendPicture } from '../doctor/checks.ts'
import { found, notTried, Visitor } from '../doctor/visitor.ts'
import { householdOf, takeDevice } from './visit.ts'
import type { Story } from './visit.ts'

export const pictureStory: Story = {
  name: 'A picture is there on the other devices of the family, and browsers keep it',
  remedy:
    'Nothing on the way may take ETag or Cache-Control out of an answer, or keep pictures for everybody: the host’s own cache has to leave /objects/* alone.',
  async run(visit) {
    const { visitor, address } = visit
    const { mia } = await householdOf(visit)
    const bytes = samplePictures['image/webp']
    const avatarUrl = await sendPicture(visitor, address, bytes)
    const { avatarSeed: path } = await visitor.call('setAvatar', { memberId: mia.id }, { avatarUrl })
    const other = await takeDevice(visit)
    const seen = await other.send('GET', path)
    const shown = await seen.bytes()
    if (seen.status !== 200 || shown.join() !== bytes.join())
      return found(`The second device got ${seen.status} with ${shown.length} of ${bytes.length} bytes.`)
    if (seen.headers.get('content-type') !== 'image/webp') return found(`The second device got it as ${seen.headers.get('content-type') ?? 'nothing'}.`)
    const kept = seen.headers.get('cache-control') ?? ''
    if (!/\bprivate\b/.test(kept) || /\bno-store\b/.test(kept)) return found(`Its cache-control is "${kept}".`)
    const etag = seen.headers.get('etag')
    if (etag === null) return found('It came without an ETag: browsers load it again each time.')
    const again = await other.send('GET', path, undefined, { 'if-none-match': etag })
    await again.body?.cancel()
    if (again.status !== 304) return found(`Asked for again with its ETag it answered ${again.status} instead of 304.`)
    visit.picture = path
  },
}

export const strangerStory: Story = {
  name: 'Another family sees nothing of this one',
  remedy: 'Push the migrations of this version (`npx supabase db push`), and let nothing on the way keep answers of /api/* or /objects/*.',
  async run(visit) {
    const { address, account, stop, picture } = visit
    if (account !== undefined) return notTried('It takes a second account; with one that was named, none is made.')
    const { familyId } = familyOf(visit)
    const stranger = new Visitor(address, stop)
    await signUp(visit, stranger, 'Stranger')
    for (const name of ['members', 'quests', 'columns', 'redemptions', 'exportFamily'] as const) {
      const { status, text } = await stranger.ask(name, { familyId })
      if (status !== 404) return found(`${name} of this family answered ${status} to another one: ${text.slice(0, 120)}`)
    }
    if (picture === undefined) return
    const { status, body } = await stranger.send('GET', picture)
    await body?.cancel()
    if (status !== 404) return found(`A picture of this family answered ${status} to another one.`)
  },
}
