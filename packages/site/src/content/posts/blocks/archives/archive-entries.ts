import { stripTags } from '@platen/rendering'
import type { Order } from '@platen/storage'
import type { BlockScope } from '../../../../kernel/blocks/index.js'
import type { SiteContext } from '../../../../kernel/context/index.js'
import { type OptionSnapshot, startOfWeek } from '../../../../kernel/options/index.js'
import { type PostRecord, postsIn, wherePosts } from '../../../../kernel/records/index.js'
import { findShown } from '../../../../kernel/rest/index.js'
import { formatDate, millisecondsOf } from '../../../../kernel/time/index.js'
import { dateLink, loadPermalinks, postLink, renderedTitle } from '../../index.js'

const DATE_LENGTH = 'YYYY-MM-DD'.length

/** How many posts were published on each day, the latest day first. Days are written `YYYY-MM-DD`. */
export type PostDays = ReadonlyMap<string, number>

/** Counts the published posts of all days, with one query. */
export async function loadPostDays({ store }: Pick<SiteContext, 'store'>): Promise<PostDays> {
  const { and, eq } = wherePosts
  const days = await postsIn(store).tally('date', and(eq('type', 'post'), eq('status', 'publish')), DATE_LENGTH)
  return new Map([...days].sort(([a], [b]) => (a < b ? 1 : -1)))
}

/** A link of an archive; `count` is missing for single posts. */
export interface ArchiveEntry {
  readonly url: string
  /** HTML. */
  readonly text: string
  readonly count?: number | undefined
}

/** Where the entries of archives are shown. */
export type ArchiveScope = Pick<BlockScope, 'site' | 'options' | 'principal'>

/** The maximum number of posts, or of years, months, weeks or days, in a list. */
const MAX_POSTS = 500
const MAX_ENTRIES = 1000

/** How the days of an archive are grouped: the characters of a date, and its format. */
const PERIODS: Readonly<Record<string, { readonly characters: number; format(options: OptionSnapshot): string }>> = {
  yearly: { characters: 4, format: () => 'Y' },
  monthly: { characters: 7, format: () => 'F Y' },
  daily: { characters: 10, format: options => options.text('date_format', 'F j, Y') },
}

/** The first day of a period, such as `2024-05-01` of `2024-05`. */
const firstDay = (date: string): string => `${date}-01-01`.slice(0, '2024-05-01'.length)

function periodEntries(type: string, days: PostDays, { site, options }: ArchiveScope): readonly ArchiveEntry[] {
  const period = Object.hasOwn(PERIODS, type) ? PERIODS[type] : undefined
  if (period === undefined) return []
  const counts = new Map<string, number>()
  for (const [day, count] of days) {
    const date = day.slice(0, period.characters)
    counts.set(date, (counts.get(date) ?? 0) + count)
  }
  const format = period.format(options)
  return [...counts].slice(0, MAX_ENTRIES).map(([date, count]) => ({
    url: dateLink(site, date, options),
    text: formatDate(`${firstDay(date)}T00:00:00`, format),
    count,
  }))
}

function weekEntries(days: PostDays, { site, options }: ArchiveScope): readonly ArchiveEntry[] {
  const format = options.text('date_format', 'F j, Y')
  const shown = (day: string) => formatDate(`${day}T00:00:00`, format)
  const entries = new Map<string, { url: string; text: string; count: number }>()
  for (const [day, count] of days) {
    const { year, number, first, last } = weekOf(day, startOfWeek(options))
    const url = `${site.url}/?m=${year}&w=${number}`
    const entry = entries.get(url) ?? { url, text: `${shown(first)}&#8211;${shown(last)}`, count: 0 }
    entries.set(url, entry)
    entry.count += count
  }
  return [...entries.values()].slice(0, MAX_ENTRIES)
}

const POST_ORDERS: Readonly<Record<string, Order<PostRecord>>> = {
  postbypost: { by: 'field', field: 'date', direction: 'desc' },
  alpha: { by: 'field', field: 'title', direction: 'asc', folded: true },
}

/** Whether an archive lists single posts. */
export const listsPosts = (type: string): boolean => Object.hasOwn(POST_ORDERS, type)

/** Loads the single posts of an archive, with a fixed number of queries. */
export async function loadPostEntries(
  type: string,
  { site, principal }: ArchiveScope,
): Promise<readonly ArchiveEntry[]> {
  const order = POST_ORDERS[type]
  if (order === undefined) return []
  const { and, eq } = wherePosts
  const records = await findShown(postsIn(site.store), {
    where: and(eq('type', 'post'), eq('status', 'publish')),
    order: [order],
    limit: MAX_POSTS,
  })
  const permalinks = await loadPermalinks(site, records, principal)
  return records.map(post => ({
    url: postLink(post, permalinks),
    text: stripTags(renderedTitle(post, { site })).trim() || String(post.id),
  }))
}

/** The entries of an archive by year, month, week or day; none for other types. */
export const dateEntries = (type: string, days: PostDays, scope: ArchiveScope): readonly ArchiveEntry[] =>
  type === 'weekly' ? weekEntries(days, scope) : periodEntries(type, days, scope)

const DAY_MILLISECONDS = 86_400_000
const SUNDAY = 0
const MONDAY = 1

const dateOf = (milliseconds: number): Date => new Date(milliseconds)
const textOf = (milliseconds: number): string => dateOf(milliseconds).toISOString().slice(0, 10)

/** A week of a year: its number in links, and its first and last day. */
export interface Week {
  readonly year: string
  readonly number: number
  readonly first: string
  readonly last: string
}

/** The number of weeks that have begun on a weekday in the year, up to a moment. */
function begunWeeks(milliseconds: number, weekday: number): number {
  const date = dateOf(milliseconds)
  const dayOfYear = Math.floor((milliseconds - Date.UTC(date.getUTCFullYear(), 0, 1)) / DAY_MILLISECONDS)
  return Math.floor((dayOfYear + 7 - ((date.getUTCDay() - weekday + 7) % 7)) / 7)
}

/**
 * The number of a week within its year. Weeks that start on Monday are counted from the first one with at least four
 * days, all others from the first full one; the days before it are in week 0.
 */
function weekNumber(milliseconds: number, startOfWeek: number): number {
  if (startOfWeek !== MONDAY) return begunWeeks(milliseconds - startOfWeek * DAY_MILLISECONDS, SUNDAY)
  const firstWeekday = dateOf(Date.UTC(dateOf(milliseconds).getUTCFullYear(), 0, 1)).getUTCDay()
  const isLong = firstWeekday >= 2 && firstWeekday <= 4
  return begunWeeks(milliseconds, MONDAY) + (isLong ? 1 : 0)
}

/** The week of a day such as `2024-05-17`; `startOfWeek` is 0 for Sunday to 6 for Saturday. */
function weekOf(day: string, startOfWeek: number): Week {
  const milliseconds = millisecondsOf(`${day}T00:00:00`)
  const start = milliseconds - ((dateOf(milliseconds).getUTCDay() - startOfWeek + 7) % 7) * DAY_MILLISECONDS
  return {
    year: day.slice(0, 4),
    number: weekNumber(milliseconds, startOfWeek),
    first: textOf(start),
    last: textOf(start + 6 * DAY_MILLISECONDS),
  }
}
