import { escapeUrl } from '@platen/rendering'
import { WEEKDAYS } from '../../../../kernel/time/index.js'

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
export const monthTable = (table: MonthTable): string => {
  const classes = ['wp-calendar-table', ...table.classes].join(' ')
  return `<table${table.style} id="wp-calendar" class="${classes}">
	<caption>${table.caption}</caption>
${headHtml(table.startOfWeek)}
	<tbody>
${rowsHtml(table)}
	</tbody>
	</table>`
}
