import type { PageScope } from '../page.js'
import { plainName } from '../plain-name.js'
import { bodyOf } from '../refusal.js'

/** A user as the interface lists them for those who manage users. */
export interface ListedUser {
  readonly id: number
  readonly username: string
  readonly name: string
  readonly email: string
  readonly roles: readonly string[]
  readonly registered_date: string
}

/** A page of users. */
export interface UserPage {
  readonly users: readonly ListedUser[]
  readonly total: number
  readonly pages: number
}

/** Lists users as the interface does; throws its refusal. */
export async function listUsers({ site, by }: PageScope, query: Readonly<Record<string, unknown>>): Promise<UserPage> {
  const { namespace, names } = site.context
  const answer = await site.call<readonly ListedUser[]>('GET', `/${namespace}/users`, undefined, {
    ...by,
    query: { context: 'edit', order: 'asc', _fields: 'id,username,name,email,roles,registered_date', ...query },
  })
  const users = bodyOf(answer).map(user => ({ ...user, name: plainName(user.name) }))
  const total = Number(answer.headers[`${names.headerPrefix}Total`] ?? users.length)
  return { users, total, pages: Number(answer.headers[`${names.headerPrefix}TotalPages`] ?? 1) }
}
