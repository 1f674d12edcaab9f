import { MailedLink } from '#domain/contract/auth.ts'

type Type = MailedLink['type']

/**
 * `link` is missing if Auth has refused it, if a part of it was lost, or if it is the one that this tab has followed
 * before a reload.
 */
export type OpenedLink = { type: Type; link?: MailedLink; isFollowed?: true }

/**
 * Parses the parameters of a mailed link. `otherwise` is the page's type, because Auth names none for a link that it
 * refuses.
 */
export function readMailedText(text: string, otherwise: Type): OpenedLink {
  // Some mail programs change the separators.
  const said = new URLSearchParams(text.split(/[#?&/;]+/).join('&'))
  const type = typeOf(said.get('type')) ?? otherwise
  const session = { token: said.get('access_token'), refreshToken: said.get('refresh_token') }
  const ours = said.get('token_hash')
  const { data } = MailedLink.safeParse({ type, ...(ours === null ? session : { token: ours }) })
  return data === undefined ? { type } : { type, link: data }
}

/** Maps the other names that Auth has for links that only confirm an address. */
export const typeOf = (said: string | null): Type | undefined =>
  said === null ? undefined : said === 'recovery' || said === 'invite' ? said : 'signup'
