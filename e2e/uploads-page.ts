import Url from '@uppy/url'
import { createUploader, type Uploader } from '../app/features/pictures/uploader.ts'

/** The page that `upload-site.ts` serves: the product's upload facility and nothing around it. */
declare global {
  interface Window {
    uppy: Uploader
    /** The error message of each failed file, by name. */
    failures: Record<string, string>
    /** How many parts and whole files were under way at once, at most. */
    mostAtOnce: number
    /** How many parts were begun. */
    partsBegun: number
    /** Adds a file of that many MiB. Returns its id and the hash of its bytes. */
    add: (name: string, megabytes: number) => Promise<{ id: string; hash: string }>
    addFromAfar: (url: string) => Promise<void>
    /** `partsFrom`: files of so many MiB go in parts; without, those that the uploader sends in parts by itself. */
    begin: (
      options?: Partial<Parameters<typeof createUploader>[0]> & { companion?: boolean; partsFrom?: number },
    ) => void
  }
}

const mebibyte = 2 ** 20

window.failures = {}
window.mostAtOnce = 0
window.partsBegun = 0

// The browser itself keeps more than six calls to one host from the server.
const send = XMLHttpRequest.prototype.send
let underWay = 0
XMLHttpRequest.prototype.send = function (body) {
  window.mostAtOnce = Math.max(window.mostAtOnce, ++underWay)
  // Only parts are bare pieces of a file that is sent with the companion.
  if (body instanceof Blob) window.partsBegun++
  this.addEventListener('readystatechange', () => this.readyState === XMLHttpRequest.DONE && underWay--)
  send.call(this, body)
}

window.begin = ({ companion = true, partsFrom, ...options } = {}) => {
  window.uppy = createUploader({ restrictions: {}, ...(companion && { companionUrl: '/companion' }), ...options })
  const isLarge = ({ size }: { size: number | null }) => (size ?? 0) >= (partsFrom ?? 0) * mebibyte
  if (partsFrom !== undefined) window.uppy.getPlugin('AwsS3Multipart')?.setOptions({ shouldUseMultipart: isLarge })
  window.uppy.on('upload-error', (file, error) => (window.failures[file?.name ?? ''] = error.message))
}

window.add = async (name, megabytes) => {
  const noise = new Uint8Array(mebibyte)
  for (let at = 0; at < mebibyte; at += 65_536) crypto.getRandomValues(noise.subarray(at, at + 65_536))
  // Each piece bears its number: two that change places change the hash.
  const pieces = Array.from({ length: Math.ceil(megabytes) }, (_, index) => [
    new Uint32Array([index]),
    noise.subarray(0, Math.min(1, megabytes - index) * mebibyte),
  ])
  const data = new Blob(pieces.flat())
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await data.arrayBuffer()))
  const hash = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return { id: window.uppy.addFile({ name, type: 'video/mp4', data }), hash }
}

window.addFromAfar = async (url) => {
  const afar = new Url(window.uppy, { companionUrl: new URL('/companion', location.href).href })
  await afar['addFile'](url)
}
