import { z } from 'zod'
import { refuseNonAdmin } from './bearer.ts'
import type { Handler } from './context.ts'
import { invalid } from './refusal.ts'
import { parseUsers, userJson, userRow } from './users.ts'

const Count = z.tuple([z.object({ count: z.coerce.number() })])

/** GET /admin/users?page&per_page&filter: newest first, with the total and the next page in the headers. */
export const listUsers: Handler = async (auth, call) => {
  const refused = await refuseNonAdmin(auth, call)
  if (refused) return refused
  const { searchParams } = call.url
  // The SDK sends both names without a value when it is not told a page.
  const page = wholeNumber(searchParams.get('page') || '1')
  const perPage = wholeNumber(searchParams.get('per_page') || '50')
  if (page === undefined || perPage === undefined) return invalid('Bad Pagination Parameters: page and per_page are whole numbers')
  if (perPage === 0) return invalid('Bad Pagination Parameters: per_page must be greater than 0')
  const { sql } = auth
  const filter = searchParams.get('filter') ?? ''
  const like = `%${filter.replace(/[\\%_]/g, '\\$&')}%`
  const matching = filter === '' ? sql`true` : sql`(u.email ilike ${like} or u.raw_user_meta_data ->> 'full_name' ilike ${like})`
  const offset = Math.max(0, page - 1) * perPage
  const [[{ count }], rows] = await Promise.all([
    sql`select count(*) from auth.users u where ${matching}`.then((rows) => Count.parse([...rows])),
    sql`
      select ${userRow(sql)} from auth.users u where ${matching}
      order by u.created_at desc, u.id limit ${perPage} offset ${offset}`,
  ])

  const lastPage = Math.ceil(count / perPage)
  const link = (to: number, rel: string) => {
    // `page` first: the SDK reads the number behind the first equals sign.
    const query = new URLSearchParams({ page: String(to), per_page: String(perPage), ...(filter === '' ? {} : { filter }) })
    return `</admin/users?${query}>; rel="${rel}"`
  }
  return Response.json(
    { users: parseUsers(rows).map(userJson), aud: 'authenticated' },
    {
      headers: {
        'x-total-count': String(count),
        link: [...(lastPage > page ? [link(page + 1, 'next')] : []), link(lastPage, 'last')].join(', '),
      },
    },
  )
}

const wholeNumber = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : undefined)
