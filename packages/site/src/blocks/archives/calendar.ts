import { type BlockPlace, colorAttributes, escapeHtml, escapeUrl, wrapperAttributes } from '@platen/rendering'
import { dateLink } from '../../permalinks/date-link.js'
import { formatDate } from '../../time/format-date.js'
import { type BlockScope, defineBlock } from '../block-scope.js'
import { INTERACTIVITY } from '../common-supports.js'
import { createHtmlBudget, type HtmlBudget } from '../html-budget.js'
import { monthTable } from './month-table.js'
import { loadPostDays, type PostDays } from './post-days.js'

const MONTH = 'YYYY-MM'.length
const pad = (value: number, length = 2): string => String(value).padStart(length, '0')
const shown = (date: string, format: string): string => escapeHtml(formatDate(`${date}T00:00:00`, format))

/** The month that a block names, such as `2024-05`; undefined if it does not name one of a calendar. */
function namedMonth(year: number | undefined, month: number | undefined): string | undefined {
  if (year === undefined || month === undefined) return undefined
  return year >= 1 && year <= 9999 && month >= 1 && month <= 12 ? `${pad(year, 4)}-${pad(month)}` : undefined
}

interface Calendar {
  readonly days: PostDays
  /** The months with posts, the latest first. */
  readonly months: readonly string[]
  readonly within: HtmlBudget
}

/** Links to the nearest months with posts. */
function monthsAround(shownMonth: string, { months }: Calendar, { site, options }: BlockScope): string {
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

function calendarHtml(named: string | undefined, loaded: Calendar, scope: BlockScope & BlockPlace): string {
  const { site, options, block } = scope
  const today = options.time.local(site.services.clock()).slice(0, 'YYYY-MM-DD'.length)
  const month = named ?? today.slice(0, MONTH)
  // The table marks the current day.
  if (today.startsWith(month)) scope.variesWithTime()
  const dayOf = (day: number) => `${month}-${pad(day)}`
  const { classes, style } = colorAttributes(block)
  const format = options.text('date_format', 'F j, Y')
  const table = monthTable({
    year: Number(month.slice(0, 4)),
    month: Number(month.slice(5)),
    startOfWeek: options.number('start_of_week', 1),
    style: style === '' ? '' : ` style="${escapeHtml(style)};"`,
    classes,
    caption: shown(dayOf(1), 'F Y'),
    today: today.startsWith(month) ? Number(today.slice(-2)) : undefined,
    linkOf(day) {
      const date = dayOf(day)
      if (!loaded.days.has(date)) return undefined
      return { url: dateLink(site, date, options), label: `Posts published on ${shown(date, format)}` }
    },
  })
  return table + monthsAround(month, loaded, scope)
}

/** `core/calendar`: a month with links to the days on which posts were published, by default the current one. */
export const calendar = defineBlock({
  name: 'core/calendar',
  apiVersion: 3,
  title: 'Calendar',
  category: 'widgets',
  description: 'A month with links to the days on which posts appeared.',
  keywords: ['posts', 'archive'],
  supports: {
    anchor: true,
    align: true,
    html: false,
    color: {
      link: true,
      __experimentalSkipSerialization: ['text', 'background'],
      __experimentalDefaultControls: { background: true, text: true },
      __experimentalSelector: 'table, th',
    },
    typography: {
      fontSize: true,
      lineHeight: true,
      __experimentalFontFamily: true,
      __experimentalFontWeight: true,
      __experimentalFontStyle: true,
      __experimentalTextTransform: true,
      __experimentalLetterSpacing: true,
      __experimentalDefaultControls: { fontSize: true },
    },
    interactivity: INTERACTIVITY,
  },
  attributes: { month: { type: 'integer' }, year: { type: 'integer' } },
  async load(_uses, { site }): Promise<Calendar> {
    const days = await loadPostDays(site)
    const months = [...new Set([...days.keys()].map(day => day.slice(0, MONTH)))]
    return { days, months, within: createHtmlBudget() }
  },

  render({ year, month }, _content, loaded, scope) {
    const html = loaded.days.size === 0 ? '' : loaded.within(calendarHtml(namedMonth(year, month), loaded, scope))
    return `<div${wrapperAttributes(scope)}>${html}</div>`
  },
})
