import { readdir } from 'node:fs/promises'
import { getMimeType } from 'hono/utils/mime'
import { answerHeaders } from '../edge-functions/api/answer-headers.ts'
import { isHttps } from '../edge-functions/api/session/cookies.ts'
import { accepts } from './compress.ts'
import { exists } from './file-system.ts'
import { Problem } from './problem.ts'

/** Returns a response with a file of the built app; undefined when there is none of that name. */
export type StaticFiles = (request: Request, path: string) => Response | undefined

export const securityHeaders = {
  // Allows styles in attributes, but not in elements that a script adds; scripts must be our files.
  'content-security-policy':
    "default-src 'self'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; media-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  ...answerHeaders,
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()',
} as const

type Encoding = 'identity' | 'gzip' | 'br'
type File = { type: string; etag: string; hashed: boolean; content: Partial<Record<Encoding, Uint8Array<ArrayBuffer>>> }

/**
 * The files below `folder`, read once at the start: no path leads outside of them, and a new build removes
 * nothing from open pages. A screen's address, which names no file, gets the page itself.
 */
export async function staticFiles(folder: string): Promise<StaticFiles> {
  const files = await read(folder)
  if (!files.has('/index.html'))
    throw new Problem(
      `There is no built app in ${folder}. Run npm run build, or start with npm start, which builds it.`,
    )
  return (request, path) => {
    const isScreen = !/\.[a-z0-9]+$/i.test(path) && !path.startsWith('/assets/')
    const file = files.get(isScreen ? '/index.html' : path)
    if (file === undefined) return undefined
    const headers = new Headers({
      'content-type': file.type,
      'cache-control': file.hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      etag: file.etag,
      vary: 'accept-encoding',
    })
    if (file.type.startsWith('text/html')) {
      for (const [name, value] of Object.entries(securityHeaders)) headers.set(name, value)
      if (!isTrustworthyOrigin(request)) headers.delete('cross-origin-opener-policy')
    }
    if (request.headers.get('if-none-match') === file.etag) return new Response(null, { status: 304, headers })
    const encoding =
      (['br', 'gzip'] as const).find((name) => file.content[name] !== undefined && accepts(request, name)) ?? 'identity'
    if (encoding !== 'identity') headers.set('content-encoding', encoding)
    return new Response(request.method === 'HEAD' ? null : file.content[encoding], { headers })
  }
}

/**
 * Whether the browser takes the page for a secure context. Elsewhere it ignores that header, and writes an error to its
 * console.
 */
function isTrustworthyOrigin(request: Request): boolean {
  const { hostname } = new URL(request.url)
  return isHttps(request) || /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
}

async function read(folder: string): Promise<Map<string, File>> {
  const entries = (await exists(folder)) ? await readdir(folder, { recursive: true, withFileTypes: true }) : []
  const paths = new Set(
    entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => `${parentPath}/${name}`.slice(folder.length)),
  )
  const files = new Map<string, File>()
  for (const path of paths) {
    if (path.includes('/.') || /\.(br|gz)$/.test(path)) continue
    const content = await Deno.readFile(folder + path)
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content))
    const file: File['content'] = { identity: content }
    if (paths.has(`${path}.br`)) file.br = await Deno.readFile(`${folder}${path}.br`)
    if (paths.has(`${path}.gz`)) file.gzip = await Deno.readFile(`${folder}${path}.gz`)
    files.set(path, {
      type: getMimeType(path) ?? 'application/octet-stream',
      etag: `"${digest.slice(0, 12).toBase64({ alphabet: 'base64url' })}"`,
      hashed: path.startsWith('/assets/'),
      content: file,
    })
  }
  return files
}
