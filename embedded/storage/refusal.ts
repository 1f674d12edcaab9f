import postgres from 'postgres'

/** A "no" on its way to the client: a value that handlers hand back, never thrown. */
export class Refusal {
  /** The true status; on the wire it stands in the body. */
  readonly status: number
  readonly code: string
  readonly message: string
  readonly error: string

  constructor(status: number, code: string, message: string, error = code) {
    this.status = status
    this.code = code
    this.message = message
    this.error = error
  }
}

export const noSuchBucket = new Refusal(404, 'NoSuchBucket', 'Bucket not found', 'Bucket not found')
/** Also for an object that the caller may not see. */
export const noSuchKey = new Refusal(404, 'NoSuchKey', 'Object not found', 'not_found')
export const duplicate = new Refusal(409, 'KeyAlreadyExists', 'The resource already exists', 'Duplicate')
export const tooLarge = new Refusal(413, 'EntityTooLarge', 'The object exceeded the maximum allowed size', 'Payload too large')
export const invalidSignature = new Refusal(400, 'InvalidSignature', 'Invalid signature')

export const accessDenied = (message: string) => new Refusal(403, 'AccessDenied', message, 'Unauthorized')
export const invalidKey = (key: string) => new Refusal(400, 'InvalidKey', `Invalid key: ${key}`)
export const invalidType = (type: string) => new Refusal(415, 'InvalidMimeType', `mime type ${type} is not supported`, 'invalid_mime_type')
export const invalidToken = (message: string) => new Refusal(400, 'InvalidJWT', message)
/** Says what is wrong with the form of a request, e.g. `body must have required property 'prefixes'`. */
export const invalidRequest = (message: string) => new Refusal(400, 'InvalidRequest', message, 'Error')
export const brokenInside = (message: string) => new Refusal(500, 'InternalError', message)

/** Words a refusal of Postgres as the service does; undefined for one that is a bug. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (!(error instanceof postgres.PostgresError)) return undefined
  switch (error.code) {
    case '42501':
      return accessDenied(error.message.includes('row-level security') ? 'new row violates row-level security policy' : error.message)
    case '23505':
      return duplicate
    case '23503':
      return new Refusal(404, 'InvalidRequest', 'The related resource does not exist')
    // Postgres keeps no NUL character in a text.
    case '22021':
    case '22P05':
      return invalidRequest('A text with a NUL character cannot be stored')
    default:
      return undefined
  }
}

/** All but failures of our own go out as 400, with the true status as a text in the body: as the hosted service does it. */
export function answerRefusal(refusal: Refusal): Response {
  const { status, error, message, code } = refusal
  return Response.json({ statusCode: String(status), error, message, code }, { status: status >= 500 ? status : 400 })
}
