import { type BlockPlace, colorAttributes, wrapperAttributes } from '@platen/rendering'
import { defineBlock, INTERACTIVITY, linkColorClasses, membersOf } from '../../../../kernel/blocks/index.js'
import { pad } from '../../../../kernel/time/index.js'
import { calendarHtml, loadCalendar } from './calendar-html.js'

/** The month in a block's attributes, such as `2024-05`; undefined if it is not a valid month. */
function namedMonth(year: number | undefined, month: number | undefined): string | undefined {
  if (year === undefined || month === undefined) return undefined
  return year >= 1 && year <= 9999 && month >= 1 && month <= 12 ? `${pad(year, 4)}-${pad(month)}` : undefined
}

/** The colors of the table: it has no gradient. */
function tableLook({ block }: Pick<BlockPlace, 'block'>) {
  const { gradient: _preset, style, ...attributes } = block.attributes
  const { gradient: _gradient, ...color } = membersOf(membersOf(style)['color'])
  const { classes, style: declarations } = colorAttributes({ attributes: { ...attributes, style: { color } } })
  return { classes: [...classes, ...linkColorClasses(block.attributes)], style: declarations }
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
  load: (_uses, { site }) => loadCalendar(site),

  render({ year, month }, _content, loaded, scope) {
    const html =
      loaded.days.size === 0
        ? ''
        : loaded.within(calendarHtml(namedMonth(year, month), loaded, tableLook(scope), scope))
    return `<div${wrapperAttributes(scope)}>${html}</div>`
  },
})
