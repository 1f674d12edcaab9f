import postgres from 'postgres'
import { ServiceRefusal } from '../service-refusal.ts'

/** `code` is the code of S3, `error` the word that the service had before. */
const refusal = (status: number, code: string, message: string, error = code) =>
  new ServiceRefusal(status, code, message, { error })

export const noSuchBucket = refusal(404, 'NoSuchBucket', 'Bucket not found', 'Bucket not found')
/** Also for an object that the caller may not see. */
export const noSuchKey = refusal(404, 'NoSuchKey', 'Object not found', 'not_found')
const duplicate = refusal(409, 'KeyAlreadyExists', 'The resource already exists', 'Duplicate')
export const tooLarge = refusal(
  413,
  'EntityTooLarge',
  'The object exceeded the maximum allowed size',
  'Payload too large',
)
export const bodyTooLarge = refusal(413, 'InvalidRequest', 'Request body is too large')
export const invalidSignature = refusal(400, 'InvalidSignature', 'Invalid signature')

export const accessDenied = (message: string) => refusal(403, 'AccessDenied', message, 'Unauthorized')
export const invalidKey = (key: string) => refusal(400, 'InvalidKey', `Invalid key: ${key}`)
export const invalidType = (type: string) =>
  refusal(415, 'InvalidMimeType', `mime type ${type} is not supported`, 'invalid_mime_type')
export const invalidToken = (message: string) => refusal(400, 'InvalidJWT', message)
/** Says what is wrong with the form of a request, e.g. `body must have required property 'prefixes'`. */
export const invalidRequest = (message: string) => refusal(400, 'InvalidRequest', message, 'Error')
export const brokenInside = (message: string) => refusal(500, 'InternalError', message)

/** Words a refusal of Postgres as the service does; undefined for one that is a bug. */
export function refusalOf(error: unknown): ServiceRefusal | undefined {
  if (!(error instanceof postgres.PostgresError)) return undefined
  switch (error.code) {
    case '42501':
      return accessDenied(
        error.message.includes('row-level security') ? 'new row violates row-level security policy' : error.message,
      )
    case '23505':
      return duplicate
    case '23503':
      return refusal(404, 'InvalidRequest', 'The related resource does not exist')
    // Postgres keeps no NUL character in a text.
    case '22021':
    case '22P05':
      return invalidRequest('A text with a NUL character cannot be stored')
    default:
      return undefined
  }
}

/**
 * All but failures of our own go out as 400, with the true status as a text in the body: as the hosted service does it.
 */
export function answerRefusal({ status, code, message, more }: ServiceRefusal): Response {
  return Response.json(
    { statusCode: String(status), error: more['error'], message, code },
    { status: status >= 500 ? status : 400 },
  )
}
