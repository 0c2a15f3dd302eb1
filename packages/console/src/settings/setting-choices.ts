import { escapedText } from '@platen/site/console'
import { localeChoices } from '../account/locale-choices.js'
import type { Choice } from '../fields.js'
import { sanitized } from '../html.js'
import type { ConsoleMessages } from '../messages.js'
import type { PageScope } from '../page.js'
import { MAX_LISTED, pageOf, siteRoute } from '../routes.js'

/** The values of a setting to choose from; `undefined` if there are too many of them. */
export type ChoicesOf = (scope: PageScope) => readonly Choice[] | Promise<readonly Choice[] | undefined>

/** A Sunday. */
const SUNDAY = Date.UTC(2024, 0, 7)
const DAY_MS = 24 * 60 * 60 * 1000

export const weekdays: ChoicesOf = ({ messages }) => {
  const format = new Intl.DateTimeFormat(messages.language, { weekday: 'long', timeZone: 'UTC' })
  return [0, 1, 2, 3, 4, 5, 6].map(day => ({ value: String(day), label: format.format(SUNDAY + day * DAY_MS) }))
}

export const timeZones: ChoicesOf = ({ messages }) => [
  { value: '', label: messages.utcOnly },
  ...Intl.supportedValuesOf('timeZone').map(value => ({ value, label: value.replaceAll('_', ' ') })),
]

export const locales: ChoicesOf = async scope => (await localeChoices(scope)).filter(({ value }) => value !== '')

const labelled =
  (labels: Readonly<Record<string, keyof ConsoleMessages>>): ChoicesOf =>
  ({ messages }) =>
    Object.entries(labels).map(([value, label]) => ({ value, label: messages[label] }))

export const discussion = labelled({ open: 'open', closed: 'closed' })
export const frontPages = labelled({ posts: 'latestPosts', page: 'staticPage' })
export const formats = labelled({
  0: 'standardFormat',
  aside: 'asideFormat',
  chat: 'chatFormat',
  gallery: 'galleryFormat',
  link: 'linkFormat',
  image: 'imageFormat',
  quote: 'quoteFormat',
  status: 'statusFormat',
  video: 'videoFormat',
  audio: 'audioFormat',
})

/** Lists the records of a route as choices; `undefined` if one request does not list all of them. */
async function listed<T>(
  scope: PageScope,
  route: string,
  query: Readonly<Record<string, unknown>>,
  choiceOf: (record: T) => Choice,
): Promise<readonly Choice[] | undefined> {
  const { site, by } = scope
  const answer = await site.call<readonly T[]>('GET', siteRoute(scope, route), undefined, {
    ...by,
    query: { per_page: MAX_LISTED, order: 'asc', ...query },
  })
  if (!answer.ok) return undefined
  const { items, pages } = pageOf(scope, answer)
  return pages > 1 ? undefined : items.map(choiceOf)
}

export const categories: ChoicesOf = scope =>
  listed<{ readonly id: number; readonly name: string }>(
    scope,
    'categories',
    { orderby: 'name', _fields: 'id,name' },
    ({ id, name }) => ({ value: String(id), label: sanitized(escapedText(name)) }),
  )

export const sitePages: ChoicesOf = async scope => {
  const pages = await listed<{ readonly id: number; readonly title: { readonly raw: string } }>(
    scope,
    'pages',
    { orderby: 'title', context: 'edit', _fields: 'id,title' },
    ({ id, title }) => ({ value: String(id), label: sanitized(escapedText(title.raw)) }),
  )
  return pages && [{ value: '0', label: scope.messages.nothing }, ...pages]
}
