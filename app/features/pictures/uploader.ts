import AwsS3, { type AwsBody } from '@uppy/aws-s3'
import Uppy, { type Meta, type Restrictions } from '@uppy/core'
import { CompanionUploads } from './companion-uploads.ts'
import { whileBytesMove, type Sending } from './while-bytes-move.ts'

export type Uploader = Uppy<Meta, AwsBody>

type UploaderOptions = {
  /**
   * The base path of a companion service, as `/companion`. Without one a file is sent undivided to the address from
   * `requestUpload`.
   */
  companionUrl?: string
  /** The browser signs the parts itself with temporary credentials from the companion; only for Amazon's S3. */
  signsItself?: boolean
  restrictions: Partial<Restrictions>
  /**
   * Requests an upload address from our server. A companion gets the name in it as `objectName` in the file's metadata,
   * which then also has the address as `address`. Without this function a companion chooses the name itself.
   */
  requestUpload?: () => Promise<{ uploadURL: string }>
  /** Texts that replace Uppy's own, by Uppy's keys. */
  words?: Record<string, string | Record<number, string>>
}

/**
 * Keeps failures of uploads out of the console: the caller is notified of them, and the console is for unexpected
 * errors.
 */
const silent = { debug: () => undefined, warn: () => undefined, error: () => undefined }

/**
 * Uploads files; `response.uploadURL` is the address of each file, without a query.
 * Sizes and numbers of parts, parallel requests, retries and their pauses are Uppy's defaults.
 */
export function createUploader({
  companionUrl,
  signsItself = false,
  restrictions,
  requestUpload,
  words,
}: UploaderOptions): Uploader {
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
          // Uppy requests another address only for multipart uploads.
          const url = await addressFor()
          return {
            ...(await whileBytesMove({ ...sending, signature: { ...sending.signature, url } }, put)),
            location: url.replace(/\?.*/, ''),
          }
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

/** True for the errors of S3 and Supabase Storage for an expired signed URL. */
const isExpired = ({ status, responseText }: XMLHttpRequest) =>
  (status === 400 || status === 403) &&
  /<Message>Request has expired<\/Message>|"exp\\?" claim timestamp check failed/.test(responseText)

/**
 * A PUT to Supabase Storage, whose response has no ETag, for which Uppy's own PUT would wait forever. Keeps Uppy's
 * error messages. Source: supabase/storage, src/http/routes/object/uploadSignedObject.ts
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
