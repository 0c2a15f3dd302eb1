import { escapeHtml, escapeUrl } from '@platen/rendering'
import { type BlockScope, createHtmlBudget, type HtmlBudget } from '../../../../kernel/blocks/index.js'
import type { SiteContext } from '../../../../kernel/context/index.js'
import { startOfWeek } from '../../../../kernel/options/index.js'
import { formatDate, pad, WEEKDAYS } from '../../../../kernel/time/index.js'
import { dateLink } from '../../index.js'
import { loadPostDays, type PostDays } from './archive-entries.js'

type CalendarScope = Pick<BlockScope, 'site' | 'options'> & Partial<Pick<BlockScope, 'variesWithTime'>>

const MONTH = 'YYYY-MM'.length
const shown = (date: string, format: string): string => escapeHtml(formatDate(`${date}T00:00:00`, format))

/** The data of calendars. */
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

const EMPTY = '&nbsp;'

/** The data of a month's table. */
export interface MonthTable {
  readonly year: number
  /** From 1. */
  readonly month: number
  /** 0 for Sunday to 6 for Saturday. */
  readonly startOfWeek: number
  /** Additional attributes of the table, each with a leading space. */
  readonly style: string
  readonly classes: readonly string[]
  readonly caption: string
  readonly today: number | undefined
  /** A link on a day with posts: its URL and its description. */
  linkOf(day: number): { readonly url: string; readonly label: string } | undefined
}

function headHtml(startOfWeek: number): string {
  const cells = WEEKDAYS.map((_, index) => {
    const name = WEEKDAYS[(startOfWeek + index) % 7] ?? ''
    return `		<th scope="col" aria-label="${name}">${name.charAt(0)}</th>`
  })
  return `	<thead>
	<tr>
${cells.join('\n')}
	</tr>
	</thead>`
}

function dayHtml(day: number, { today, linkOf }: MonthTable): string {
  const link = linkOf(day)
  const text = link === undefined ? day : `<a href="${escapeUrl(link.url)}" aria-label="${link.label}">${day}</a>`
  return `<td${day === today ? ' id="today"' : ''}>${text}</td>`
}

function rowsHtml(table: MonthTable): string {
  const { year, month, startOfWeek } = table
  const first = new Date(0)
  first.setUTCFullYear(year, month - 1, 1)
  const last = new Date(first)
  last.setUTCMonth(month, 0)
  const before = (first.getUTCDay() - startOfWeek + 7) % 7
  const days = last.getUTCDate()
  let html = before === 0 ? '' : `\n		<td colspan="${before}" class="pad">${EMPTY}</td>`
  for (let day = 1; day <= days; day++) {
    if (day > 1 && (before + day - 1) % 7 === 0) html += '\n	</tr>\n	<tr>\n		'
    html += dayHtml(day, table)
  }
  const after = (7 - ((before + days) % 7)) % 7
  return `	<tr>${html}${after === 0 ? '' : `\n		<td class="pad" colspan="${after}">${EMPTY}</td>`}\n	</tr>`
}

/** The table of a month. */
const monthTable = (table: MonthTable): string => {
  const classes = ['wp-calendar-table', ...table.classes].join(' ')
  return `<table${table.style} id="wp-calendar" class="${classes}">
	<caption>${table.caption}</caption>
${headHtml(table.startOfWeek)}
	<tbody>
${rowsHtml(table)}
	</tbody>
	</table>`
}
