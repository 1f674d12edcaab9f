import * as z from 'zod/mini'

type InvalidInput = { reason?: Reason; field?: string; limit?: unknown; fields?: readonly string[] }

type Reason = keyof typeof reasons

/**
 * Reasons to refuse input that only other programs send. No form of ours does, so each language and each page has one
 * sentence for all of these.
 */
const reasons = {
  nothing_to_change: () => 'Nothing to change was sent',
  unreadable_json: () => 'The request has no readable JSON body.',
  malformed_address: () => 'This address is malformed.',
  unknown_fields: ({ fields }) => `There is no field ${fields?.map((field) => `"${field}"`).join(', ')} in this call.`,
  malformed: () => 'Invalid input',
  too_big: ({ limit }) => `Too big, at most ${String(limit)}`,
  too_small: ({ limit }) => `Too small, at least ${String(limit)}`,
  malformed_day: () => 'A day looks like 2026-01-31',
  days_reversed: () => 'The first day comes after the last one',
  too_many_days: ({ limit }) => `At most ${String(limit)} days at once`,
  weekday_required: () => 'At least one weekday',
  half_of_page: () => 'A page needs both before and beforeId',
  malformed_activity: () => 'Shown to kids is 1 or 0',
  avatar_seed_required: () => 'An avatar seed is required',
  picture_as_seed: () => 'A picture is set by its own call',
  item_required: () => 'An item is required',
  item_too_long: ({ limit }) => `An item can have at most ${String(limit)} characters`,
  item_not_asked: () => 'This game does not ask for that.',
  too_many_items: ({ limit }) => `Nobody practises more than ${String(limit)} things.`,
  redemption_id_used: () => 'This redemptionId was used for something else.',
  id_used: () => 'This id was used for something else.',
} satisfies Record<string, (params: InvalidInput) => string>

const names = {
  firstName: 'First name',
  lastName: 'Last name',
  memberName: 'Name',
  familyName: 'A name',
  title: 'A title',
  reason: 'A reason',
  deviceName: 'A name',
}

/** The fields that hold a one-line name. */
export type Named = keyof typeof names

/** Formats a wait: in seconds when it is short, else in minutes. */
export const waitOf = (seconds: number, second: string, several: string, minutes: string) =>
  seconds < 90 ? `${seconds} ${seconds === 1 ? second : several}` : `${Math.ceil(seconds / 60)} ${minutes}`

export type WeakPassword = {
  /** The length that the operator asks for. */
  minimum?: number
  /** The kinds of characters that the operator asks for and the password lacks. */
  missing?: readonly ('letter' | 'lowercase' | 'uppercase' | 'digit' | 'symbol')[]
  isLeaked?: boolean
}

/** The English sentence of each error of the schemas, with status 400; forms show it beside a field as well. */
const ofSchemas = {
  invalid_input: (_params: InvalidInput) => "Something isn't filled in correctly.",
  name_required: ({ of }: { of: Named }) => `${names[of]} is required`,
  name_too_long: ({ of, maximum }: { of: Named; maximum: number }) =>
    `${names[of]} can have at most ${maximum} characters`,
  name_with_line_breaks: ({ of }: { of: Named }) => `${names[of]} has to fit on one line`,
  description_too_long: ({ maximum }: { maximum: number }) => `A description can have at most ${maximum} characters`,
  unkeepable_character: 'This contains a hidden character. Please type it by hand',
  emoji_required: 'An emoji is required',
  emoji_too_long: ({ maximum }: { maximum: number }) => `An emoji can have at most ${maximum} characters`,
  email_required: 'Email is required',
  malformed_email: 'Please enter an email address',
  password_required: 'Password is required',
  password_too_short: ({ minimum }: { minimum: number }) => `Too short: it must have at least ${minimum} characters`,
  password_too_long: ({ maximum }: { maximum: number }) =>
    `At most ${maximum} characters; letters like ü or é and emoji count as 2 to 4`,
  malformed_pin: 'PIN must be exactly 4 digits',
  malformed_pairing_code: 'A code has 8 letters',
  malformed_picture_pin: 'PIN must be exactly 4 pictures',
  common_pin: 'This PIN is one of the first that anyone tries. A parent needs another one',
  gems_not_whole: 'Gems are a whole number',
  too_few_gems: ({ minimum }: { minimum: number }) => `Gems cannot be below ${minimum}`,
  no_gems: 'At least 1 gem',
  too_many_gems: ({ maximum }: { maximum: number }) => `At most ${maximum} gems`,
  too_many_daily_gems: ({ maximum }: { maximum: number }) => `At most ${maximum} gems a day`,
  assignee_required: 'At least one family member must be assigned',
  assignee_repeated: 'A family member can be assigned only once',
  malformed_time: 'A time looks like 07:30',
  unknown_time_zone: 'There is no time zone of this name',
  avatar_not_chosen: 'Choose either a picture or a generated face',
  unknown_picture: 'This is not a picture that was uploaded here',
} as const

/**
 * The HTTP status and English sentence of every other error of the API. A page receives these from the server and does
 * not load them.
 */
const ofServer = {
  unusable_email: [400, 'Please enter an email address we can use.'],
  assignee_not_in_family: [400, 'A quest can only be assigned to members of the family.'],
  schedule_mismatch: [
    400,
    'Weekdays or times a week go with weekly, a date with once, a first and a last day with daily and weekly, the first one first.',
  ],
  days_reversed: [400, 'The first day comes after the last one.'],
  last_column_not_someday: [400, 'The last column is for what is done. It cannot be for someday.'],
  other_completion_day: [400, 'A quest can be completed for today or one of the two days before.'],
  malformed_idempotency_key: [400, 'An Idempotency-Key has 1 to 255 visible ASCII characters.'],
  completer_not_in_family: [400, 'Only a member of the family can complete a quest.'],
  practice_not_today: [400, 'Only today can be practised.'],
  redeemer_not_in_family: [400, 'Only a member of the family can redeem a reward.'],
  picture_not_sent: [400, 'The picture has not arrived yet. Please send it again.'],
  picture_too_heavy: [400, ({ megabytes }: { megabytes: number }) => `This picture is larger than ${megabytes} MB.`],
  picture_too_large: [
    400,
    ({ side }: { side: number }) => `This picture is too large: at most ${side} pixels wide and high.`,
  ],
  not_a_picture: [400, 'This file is not a picture we can show. Please choose a JPEG, PNG, WebP or GIF.'],
  not_signed_in: [401, 'Please sign in first.'],
  invalid_credentials: [401, 'Invalid email or password'],
  user_banned: [401, 'This account is locked. Please ask whoever runs this server.'],
  email_not_confirmed: [401, 'Please confirm your email address first: look for our mail in your inbox.'],
  wrong_pairing_code: [403, 'This code is wrong, used or too old. A new one is made in the settings of a parent.'],
  not_allowed: [403, 'Only a parent can do this.'],
  not_admin: [403, 'Only an admin can see this.'],
  not_assigned: [403, 'Only the ones it is assigned to, or a parent, can complete this quest.'],
  not_own_gems: [403, 'Gems can only be spent by the one who has them, or by a parent.'],
  not_own_redemption: [403, 'A reward can only be put back by the one who redeemed it, or by a parent.'],
  no_family: [403, 'Only a member of a family can send pictures.'],
  signup_closed: [403, 'New accounts cannot be made here at the moment.'],
  mail_not_set_up: [
    403,
    'This server cannot send mail to your address yet. Whoever runs it has to set up a mail server.',
  ],
  captcha_required: [
    403,
    'This server asks for a captcha, which Bubblequest does not have. Whoever runs it has to switch that off.',
  ],
  second_factor_set: [
    403,
    'This account has a second factor, which Bubblequest cannot ask for. Whoever runs this server has to remove it.',
  ],
  mailed_code_required: [
    403,
    'This server asks for a mailed code, which Bubblequest does not have. Whoever runs it has to switch that off.',
  ],
  wrong_password: [403, 'The current password is not right.'],
  wrong_origin: [403, 'This request came from another website and was refused.'],
  pin_needed: [403, 'This profile is protected by a PIN.'],
  not_found: [404, 'This does not exist any more.'],
  unknown_address: [404, 'This address does not exist.'],
  method_not_allowed: [405, 'This address does not take this kind of request.'],
  email_taken: [409, 'An account with this email already exists. Sign in instead.'],
  column_not_empty: [
    409,
    ({ quests }: { quests: number }) => `This column contains ${quests} quest(s). Please move or delete them first.`,
  ],
  incomplete_order: [400, 'An order names each column of the family once. Please refresh the page.'],
  last_column: [409, 'The last column cannot be deleted.'],
  too_many_columns: [409, ({ most }: { most: number }) => `A board can have at most ${most} columns.`],
  too_many_devices: [
    409,
    ({ most }: { most: number }) => `A family can have at most ${most} devices without an account.`,
  ],
  too_many_members: [409, ({ most }: { most: number }) => `A family can have at most ${most} members.`],
  too_many_quests: [
    409,
    ({ most }: { most: number }) => `A board can have at most ${most} open quests. Please finish or delete some first.`,
  ],
  too_many_absences: [
    409,
    ({ most }: { most: number }) => `A family can have at most ${most} absences. Please delete one first.`,
  ],
  too_many_rewards: [
    409,
    ({ most }: { most: number }) => `A family can have at most ${most} rewards. Please delete one first.`,
  ],
  invalid_column: [409, 'Cannot move quest to an invalid column. Please refresh the page.'],
  last_parent: [409, 'A family needs at least one parent.'],
  own_member: [409, 'You cannot remove yourself or give up being a parent. Another parent can do it.'],
  not_enough_gems: [409, 'There are not enough gems for this yet.'],
  price_changed: [409, ({ title, gems }: { title: string; gems: number }) => `${title} costs ${gems} now.`],
  done_this_week: [409, 'This is done for this week. It comes again next week.'],
  for_someday: [409, 'This is for someday. A parent can plan it for a day.'],
  already_decided: [409, 'This was decided already.'],
  granted_by_parent: [409, 'A parent has granted this reward. Only a parent can give it back.'],
  put_back_too_late: [409, 'A reward can only be put back right after it was redeemed.'],
  link_over: [410, 'This link no longer works. Please ask for a new one.'],
  body_too_large: [413, 'This is too much at once.'],
  not_json: [415, 'This address takes JSON only.'],
  idempotency_key_reused: [422, 'This Idempotency-Key was sent with another request.'],
  weak_password: [
    422,
    ({ minimum, missing = [], isLeaked }: WeakPassword) => {
      const kinds = {
        letter: 'a letter (a–z)',
        lowercase: 'a lowercase letter (a–z)',
        uppercase: 'an uppercase letter (A–Z)',
        digit: 'a digit (0–9)',
        symbol: 'a symbol like ! or ?',
      }
      const sentences = [
        minimum !== undefined && `Too short: it must have at least ${minimum} characters.`,
        missing.length > 0 && `Please add ${new Intl.ListFormat('en').format(missing.map((kind) => kinds[kind]))}.`,
        isLeaked && 'This password was found in a data leak. Please choose another one.',
      ]
      return sentences.filter(Boolean).join(' ') || 'Please choose a longer one, of letters, digits and symbols.'
    },
  ],
  common_password: [422, 'Very many people have this password, so it is guessed first. Please choose another one.'],
  password_is_email: [422, 'Your email address is no password. Please choose another one.'],
  blank_password: [422, 'A password cannot be of blanks alone. Please choose another one.'],
  same_password: [422, 'The new password has to be another one than the current one.'],
  too_many_tries: [429, 'Too many tries. Please wait a little and try again.'],
  too_many_calls: [429, 'This is too much at once. Please wait a little and try again.'],
  too_many_mails: [429, 'Too many mails were asked for. Please wait a while and try again.'],
  too_many_pictures: [429, 'Too many pictures were sent today. Please try again tomorrow.'],
  wrong_pins: [
    429,
    ({ seconds }: { seconds: number }) =>
      `Too many wrong PINs. Please wait ${waitOf(seconds, 'second', 'seconds', 'minutes')} and try again.`,
  ],
  pin_locked: [429, 'Too many wrong PINs. A parent can open this profile again by signing in with the password.'],
  unexpected: [500, 'Something went wrong on our side. Please try again.'],
  mail_failed: [503, "We couldn't send you a mail. Please try again in a few minutes."],
  unavailable: [503, 'The server is not ready yet. Please try again in a moment.'],
  disk_full: [503, 'The disk of the server is full, so nothing was saved.'],
} as const

type English = typeof ofSchemas & { [Code in keyof typeof ofServer]: (typeof ofServer)[Code][1] }
export type ErrorCode = keyof English
type SchemaCode = keyof typeof ofSchemas

/** One sentence per code, or a function that puts the code's params into one. Each language has all of them. */
export type Sentences = { [Code in ErrorCode]: English[Code] extends string ? string : English[Code] }

type ParamsOf<Code extends ErrorCode> = Sentences[Code] extends (params: infer Params) => string ? Params : undefined

/** A code and the params that its sentence takes. */
export type CodedError<Codes extends ErrorCode = ErrorCode> = {
  [Code in Codes]: Partial<ParamsOf<Code>> extends ParamsOf<Code>
    ? [code: Code, params?: ParamsOf<Code>]
    : [code: Code, params: ParamsOf<Code>]
}[Codes]

const isOfSchemas = (code: string): code is SchemaCode => Object.hasOwn(ofSchemas, code)

export const isErrorCode = (code: string): code is ErrorCode => isOfSchemas(code) || Object.hasOwn(ofServer, code)

export const statusOf = (code: ErrorCode) => (isOfSchemas(code) ? 400 : ofServer[code][0])

/**
 * `params` is missing where a code has none; `message` is the English sentence. A page takes any code: a newer server
 * may have more of them.
 */
export const ErrorReply = z.object({
  code: z.custom<ErrorCode>((code) => typeof code === 'string'),
  params: z.optional(z.record(z.string(), z.unknown())),
  message: z.string(),
})
export type ErrorReply = z.infer<typeof ErrorReply>

/** Returns the reply for an error of a schema. */
export const schemaReplyOf = (...[code, params]: CodedError<SchemaCode>): ErrorReply =>
  replyWith(ofSchemas[code], code, params)

/** As a server does: with the reason, which pages do not load. */
export const replyOf = (...[code, params]: CodedError): ErrorReply =>
  replyWith(
    code === 'invalid_input' ? withReason : isOfSchemas(code) ? ofSchemas[code] : ofServer[code][1],
    code,
    params,
  )

function withReason({ reason, field, ...params }: InvalidInput): string {
  if (reason === undefined) return ofSchemas.invalid_input({})
  return `${field === undefined ? '' : `${field}: `}${reasons[reason](params)}`
}

const replyWith = (sentence: Sentence, code: ErrorCode, params?: Record<string, unknown>): ErrorReply => ({
  code,
  ...(params && { params }),
  message: fillIn(sentence, params),
})

type Sentence = string | ((params: never) => string)

/** Puts the params of a code into its sentence. */
export const fillIn = (sentence: Sentence, params: object = {}) =>
  // A code's params are those of its sentence; when both are looked up by the code, types cannot prove it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  typeof sentence === 'string' ? sentence : sentence(params as never)

/** Encodes an error as the message of a schema, which can only be a text. */
export const messageOf = (...error: CodedError<SchemaCode>) => JSON.stringify(error)

type Issue = {
  message: string
  path: readonly PropertyKey[]
  code?: string | undefined
  keys?: string[]
  minimum?: unknown
  maximum?: unknown
}

/** Returns the coded error of a schema's issue: the one in our own message, else one made of the library's fields. */
export function codedErrorOf({ message, path, code, keys, minimum, maximum }: Issue): CodedError<SchemaCode> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  if (message.startsWith('[')) return JSON.parse(message) as CodedError<SchemaCode>
  if (code === 'unrecognized_keys' && keys) return ['invalid_input', { reason: 'unknown_fields', fields: keys }]
  if (path.length === 0) return ['invalid_input', { reason: 'malformed' }]
  const field = path.map(String).join('.')
  if (code === 'too_big') return ['invalid_input', { reason: 'too_big', field, limit: maximum }]
  if (code === 'too_small') return ['invalid_input', { reason: 'too_small', field, limit: minimum }]
  return ['invalid_input', { reason: 'malformed', field }]
}
