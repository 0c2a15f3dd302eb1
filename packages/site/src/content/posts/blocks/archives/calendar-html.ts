import { escapeHtml, escapeUrl } from '@platen/rendering'
import { type BlockScope, createHtmlBudget, type HtmlBudget } from '../../../../kernel/blocks/index.js'
import type { SiteContext } from '../../../../kernel/context/index.js'
import { startOfWeek } from '../../../../kernel/options/index.js'
import { formatDate, pad } from '../../../../kernel/time/index.js'
import { dateLink } from '../../index.js'
import { monthTable } from './month-table.js'
import { loadPostDays, type PostDays } from './post-days.js'

type CalendarScope = Pick<BlockScope, 'site' | 'options'> & Partial<Pick<BlockScope, 'variesWithTime'>>

const MONTH = 'YYYY-MM'.length
const shown = (date: string, format: string): string => escapeHtml(formatDate(`${date}T00:00:00`, format))

/** What calendars show. */
export interface Calendar {
  readonly days: PostDays
  /** The months with posts, the latest first. */
  readonly months: readonly string[]
  readonly within: HtmlBudget
}

/** Links to the nearest months with posts. */
function monthsAround(shownMonth: string, { months }: Calendar, { site, options }: CalendarScope): string {
  const link = (month: string | undefined, write: (name: string) => string) =>
    month === undefined
      ? '&nbsp;'
      : `<a href="${escapeUrl(dateLink(site, month, options))}">${write(shown(`${month}-01`, 'M'))}</a>`
  const before = link(
    months.find(month => month < shownMonth),
    name => `&laquo; ${name}`,
  )
  const after = link(
    months.findLast(month => month > shownMonth),
    name => `${name} &raquo;`,
  )
  return `<nav aria-label="Previous and next months" class="wp-calendar-nav">
		<span class="wp-calendar-nav-prev">${before}</span>
		<span class="pad">&nbsp;</span>
		<span class="wp-calendar-nav-next">${after}</span>
	</nav>`
}

/** The look of a calendar. */
export interface CalendarLook {
  readonly classes: readonly string[]
  readonly style: string
}

/** A month such as `2024-05`, by default the current one, with links to its days with posts. */
export function calendarHtml(
  named: string | undefined,
  loaded: Calendar,
  { classes, style }: CalendarLook,
  scope: CalendarScope,
): string {
  const { site, options } = scope
  const today = options.time.local(site.services.clock()).slice(0, 'YYYY-MM-DD'.length)
  const month = named ?? today.slice(0, MONTH)
  // The table marks the current day.
  if (today.startsWith(month)) scope.variesWithTime?.()
  const dayOf = (day: number) => `${month}-${pad(day)}`
  const table = monthTable({
    year: Number(month.slice(0, 4)),
    month: Number(month.slice(5)),
    startOfWeek: startOfWeek(options),
    style: style === '' ? '' : ` style="${escapeHtml(style)};"`,
    classes,
    caption: shown(dayOf(1), 'F Y'),
    today: today.startsWith(month) ? Number(today.slice(-2)) : undefined,
    linkOf(day) {
      const date = dayOf(day)
      if (!loaded.days.has(date)) return undefined
      return { url: dateLink(site, date, options), label: `Posts published on ${shown(date, 'F j, Y')}` }
    },
  })
  return table + monthsAround(month, loaded, scope)
}

/** Loads what calendars show, with one query. */
export async function loadCalendar(site: SiteContext): Promise<Calendar> {
  const days = await loadPostDays(site)
  const months = [...new Set([...days.keys()].map(day => day.slice(0, MONTH)))]
  return { days, months, within: createHtmlBudget() }
}
