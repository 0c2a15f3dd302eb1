import type { ConsoleMessages } from './messages.js'
import type { PageScope } from './page.js'
import { siteRoute } from './routes.js'

/** A count: its label, and the route and query of the list that is counted. */
const COUNTED: readonly {
  readonly label: keyof ConsoleMessages
  readonly route: string
  readonly query?: Readonly<Record<string, string>>
}[] = [
  { label: 'posts', route: 'posts', query: { status: 'any' } },
  { label: 'pages', route: 'pages', query: { status: 'any' } },
  { label: 'comments', route: 'comments', query: { status: 'all' } },
  { label: 'media', route: 'media' },
  { label: 'users', route: 'users' },
]

/** The amounts of content of the site, as the interface reports them to the user. */
export const countContent = (scope: PageScope) =>
  Promise.all(
    COUNTED.map(async ({ label, route, query }) => {
      const { site, messages, by } = scope
      const { ok, headers } = await site.call('GET', siteRoute(scope, route), undefined, {
        ...by,
        query: { ...query, context: 'edit', per_page: 1, _fields: 'id' },
      })
      const total = ok ? headers[`${site.context.names.headerPrefix}Total`] : undefined
      return { label: messages[label], total: total === undefined ? undefined : Number(total) }
    }),
  )
