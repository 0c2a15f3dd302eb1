import { escapeHtml } from '@platen/rendering'
import { formatDate, timeBetween } from '../time/index.js'
import { escapeProse } from './block-html.js'
import type { BlockScope } from './block-scope.js'

type Scope = Pick<BlockScope, 'site' | 'options' | 'variesWithTime'>

const isoDate = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?(Z|[+-]\d\d:?\d\d)?)?$/

/** A date that an editor wrote, in the time of the site; undefined if it is not an ISO 8601 date. */
export function dateOf(text: string, { options }: Scope): string | undefined {
  const [, day, clock = '00:00:00', offset] = isoDate.exec(text) ?? []
  if (day === undefined) return undefined
  const time = clock.length === 5 ? `${clock}:00` : clock
  const milliseconds = Date.parse(`${day}T${time}${offset ?? 'Z'}`)
  if (Number.isNaN(milliseconds)) return undefined
  const written = new Date(milliseconds).toISOString().slice(0, 19)
  return offset === undefined ? written : options.time.toLocal(written)
}

/** How a date is shown. */
export interface ShownDate {
  /** As in the option `date_format`, which is the default; `human-diff` shows how long ago it was. */
  readonly format?: string | undefined
  /** The value of `datetime`, if it is not the date itself. */
  readonly machine?: string | undefined
  /** HTML around the shown text. */
  readonly around?: ((text: string) => string) | undefined
  readonly className?: string | undefined
  readonly scope: Scope
}

/** The element of a local time; without a text if the date is undefined. */
export function timeElement(
  date: string | undefined,
  { format, machine, around = text => text, className, scope }: ShownDate,
): string {
  const { options, site } = scope
  const { time } = options
  const written = machine ?? (date === undefined ? '' : formatDate(date, 'c', time))
  const chosen = format || options.text('date_format', 'F j, Y')
  let text = ''
  if (chosen === 'human-diff') scope.variesWithTime()
  if (date !== undefined)
    text =
      chosen === 'human-diff' ? timeBetween(time.moment(date), site.services.clock()) : formatDate(date, chosen, time)
  const classes = className === undefined ? '' : ` class="${className}"`
  return `<time datetime="${escapeHtml(written)}"${classes}>${around(escapeProse(text))}</time>`
}
