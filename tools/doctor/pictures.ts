import { samplePictures } from '../../testing/sample-pictures.ts'
import { familyOf } from './account.ts'
import { ownProxy, pushMigrations } from './place.ts'
import type { Check } from './visit.ts'
import { found, Visitor } from './visitor.ts'

export const pictureCheck: Check = {
  name: 'A picture goes up, is kept by the browsers of the family, and is seen by nobody else',
  remedy: {
    embedded: `Let the proxy lead /storage/v1/* and /objects/* to Bubblequest, with bodies of 5 MB (${ownProxy}).`,
    ownSupabase: `${pushMigrations.ownSupabase} They make the bucket. Let the proxy lead /storage/v1/* to the gateway, with bodies of 5 MB.`,
    hosted: `${pushMigrations.hosted} They make the bucket. The function needs a secret key of the project to look at what was sent. The cache of the host has to leave /objects/* alone.`,
    everywhere: 'Nothing on the way may take ETag or Cache-Control out of an answer, or keep pictures for everybody.',
  },
  async run(visit) {
    const { visitor, address, stop, undo } = visit
    const { memberId, avatarSeed: before } = familyOf(visit)
    const bytes = samplePictures['image/webp']
    const { uploadURL: avatarUrl } = await visitor.call('requestUpload', {})
    const sent = await new Visitor(address, stop).send('PUT', avatarUrl, {
      body: bytes,
      headers: { 'content-type': 'image/webp' },
    })
    if (sent.status >= 300) return found(`Sending it answered ${sent.status}: ${sent.text.slice(0, 120)}`)
    undo.push((visitor) =>
      visitor.call('setAvatar', { memberId }, before.startsWith('/') ? { avatarUrl: before } : { avatarSeed: before }),
    )
    const { avatarSeed: path } = await visitor.call('setAvatar', { memberId }, { avatarUrl })
    visit.picture = path
    const other = visit.devices[0] ?? visitor.copy()
    const shown = await other.send('GET', path)
    if (shown.status !== 200 || shown.bytes.join() !== bytes.join())
      return found(`The second device got ${shown.status} with ${shown.bytes.length} of ${bytes.length} bytes.`)
    const [type, kept = '', etag] = ['content-type', 'cache-control', 'etag'].map(
      (name) => shown.headers.get(name) ?? undefined,
    )
    if (type !== 'image/webp') return found(`The second device got it as ${type ?? 'nothing'}.`)
    if (!/\bprivate\b/.test(kept) || /\bno-store\b/.test(kept))
      return found(`Its cache-control is "${kept}": caches on the way, and no others, may keep it.`)
    if (etag === undefined) return found('It came without an ETag: browsers load it again each time.')
    const again = await other.send('GET', path, { headers: { 'if-none-match': etag } })
    if (again.status !== 304) return found(`Asked for again with its ETag it answered ${again.status} instead of 304.`)
    const stranger = await new Visitor(address, stop).send('GET', path)
    if (stranger.status !== 404) return found(`A stranger got ${stranger.status} for it.`)
  },
}
