import AwsS3, { type AwsBody } from '@uppy/aws-s3'
import Uppy, { type Meta, type Restrictions } from '@uppy/core'
import { CompanionUploads } from './companion-uploads.ts'
import { whileBytesMove, type Sending } from './while-bytes-move.ts'

export type Uploader = Uppy<Meta, AwsBody>

type UploaderOptions = {
  /** The base path of a companion service, as `/companion`. Without one a file goes whole to where `requestUpload` says. */
  companionUrl?: string
  /** The companion hands out temporary credentials and the browser signs the parts itself; of Amazon's own S3 only. */
  signsItself?: boolean
  restrictions: Partial<Restrictions>
  /**
   * Asks our server where a file goes. A companion is told the name in that address, as the field `objectName` of the file's
   * metadata, and the file's own metadata then has the address as `address`. Without it a companion chooses the name itself.
   */
  requestUpload?: () => Promise<{ uploadURL: string }>
  /** What is said instead of Uppy's own words, by its names for them. */
  words?: Record<string, string | Record<number, string>>
}

/** What fails is told to whoever sends the file; the console is for what nobody foresaw. */
const silent = { debug: () => undefined, warn: () => undefined, error: () => undefined }

/**
 * Sends files; `response.uploadURL` is where each lies then, without a query.
 * Sizes and numbers of parts, parallel requests, tries and their pauses are Uppy's own defaults.
 */
export function createUploader({ companionUrl, signsItself = false, restrictions, requestUpload, words }: UploaderOptions): Uploader {
  const uppy = new Uppy<Meta, AwsBody>({ restrictions, logger: silent })
  if (words) uppy.setOptions({ locale: { strings: words } })
  if (companionUrl === undefined) {
    const addressFor = async () => {
      const asked = await requestUpload?.()
      if (!asked?.uploadURL) throw new Error('Cannot upload to an undefined URL')
      return new URL(asked.uploadURL, location.href).href
    }
    return uppy.use(AwsS3, {
      shouldUseMultipart: false,
      async getUploadParameters(file) {
        return { method: 'PUT', url: await addressFor(), headers: { 'content-type': file.type } }
      },
      async uploadPartBytes(sending) {
        try {
          return await whileBytesMove(sending, put)
        } catch (error) {
          if (!(error instanceof Error) || error.message !== expired) throw error
          // Uppy asks for another address in uploads in parts alone.
          const url = await addressFor()
          return { ...(await whileBytesMove({ ...sending, signature: { ...sending.signature, url } }, put)), location: url.replace(/\?.*/, '') }
        }
      },
    })
  }
  return uppy.use(CompanionUploads, {
    endpoint: companionUrl,
    uploadPartBytes: (sending) => whileBytesMove(sending, (bytes) => AwsS3.uploadPartBytes(bytes)),
    ...(requestUpload && { requestUpload }),
    ...(signsItself && { getTemporarySecurityCredentials: true }),
  })
}

const expired = 'Request has expired'

/** What S3 and Supabase Storage say of a signed address whose time is over. */
const isExpired = ({ status, responseText }: XMLHttpRequest) =>
  (status === 400 || status === 403) && /<Message>Request has expired<\/Message>|"exp\\?" claim timestamp check failed/.test(responseText)

/**
 * A PUT to Supabase Storage, whose answer bears no ETag: Uppy's own would wait for one for ever. Its words for what went wrong are kept.
 * Source: supabase/storage, src/http/routes/object/uploadSignedObject.ts
 */
function put({ signature, body, onProgress, onComplete, signal }: Sending): Promise<{ ETag: string }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    const fail = (error: Error) => reject(Object.assign(error, { source: request }))
    request.open('PUT', signature.url)
    for (const [name, value] of Object.entries(signature.headers ?? {})) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', onProgress)
    request.addEventListener('load', () => {
      if (isExpired(request)) return fail(new Error(expired))
      if (request.status < 200 || request.status >= 300) return fail(new Error('Non 2xx'))
      onComplete('')
      resolve({ ETag: '' })
    })
    request.addEventListener('error', () => fail(new Error('Unknown error')))
    request.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort))
    signal?.addEventListener('abort', abort)
    request.send(body)
  })
}
