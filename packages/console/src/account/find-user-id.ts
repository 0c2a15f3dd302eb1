import type { PageScope } from '../page.js'
import { MAX_LISTED } from '../routes.js'
import { listUsers } from './list-users.js'

/** Where a search ends that finds more logins which contain the text. */
const MAX_PAGES = 20

/** Finds the id of the user with a login, in any case; `undefined` if there is none. The interface searches for parts of logins. */
export async function findUserId(scope: PageScope, login: string): Promise<number | undefined> {
  if (login === '') return undefined
  const wanted = login.toLowerCase()
  for (let page = 1, pages = 1; page <= Math.min(pages, MAX_PAGES); page++) {
    const found = await listUsers(scope, { search: login, search_columns: ['username'], per_page: MAX_LISTED, page })
    const user = found.items.find(({ username }) => username.toLowerCase() === wanted)
    if (user !== undefined) return user.id
    pages = found.pages
  }
  return undefined
}
