import { type BlockPlace, escapeUrl, wrapperAttributes } from '@platen/rendering'
import {
  BORDER_WITHOUT_CONTROLS,
  COLORS,
  createHtmlBudget,
  defineBlock,
  dropdownScript,
  type HtmlBudget,
  INTERACTIVITY,
  SPACING_WITHOUT_CONTROLS,
  TYPOGRAPHY,
} from '../../../../kernel/blocks/index.js'
import { type ArchiveEntry, dateEntries, listsPosts, loadPostDays, loadPostEntries } from './archive-entries.js'

const NAME = 'wp-block-archives'

interface Archives {
  entriesOf(type: string): readonly ArchiveEntry[]
  readonly within: HtmlBudget
}

const SELECT: Readonly<Record<string, string>> = {
  yearly: 'Select Year',
  monthly: 'Select Month',
  daily: 'Select Day',
  weekly: 'Select Week',
}

function dropdownHtml(type: string, showLabel: boolean, options: string, { count }: BlockPlace): string {
  const id = `${NAME}-${count('id')}`
  const first = (Object.hasOwn(SELECT, type) && SELECT[type]) || 'Select Post'
  const classes = `${NAME}__label${showLabel ? '' : ' screen-reader-text'}`
  return `<label for="${id}" class="${classes}">Archives</label>
		<select id="${id}" name="archive-dropdown">
		<option value="">${first}</option>${options}</select>${dropdownScript(id)}`
}

/** `core/archives`: links to the archives of posts by date, or to all posts. */
export const archives = defineBlock({
  name: 'core/archives',
  apiVersion: 3,
  title: 'Archives',
  category: 'widgets',
  description: 'Links to the archives of posts by date.',
  supports: {
    anchor: true,
    align: true,
    __experimentalBorder: BORDER_WITHOUT_CONTROLS,
    html: false,
    spacing: SPACING_WITHOUT_CONTROLS,
    typography: TYPOGRAPHY,
    color: COLORS,
    interactivity: INTERACTIVITY,
  },
  attributes: {
    displayAsDropdown: { type: 'boolean', default: false },
    showLabel: { type: 'boolean', default: true },
    showPostCounts: { type: 'boolean', default: false },
    type: { type: 'string', default: 'monthly' },
  },
  async load(uses, scope): Promise<Archives> {
    const types = new Set(uses.map(({ attributes }) => attributes.type))
    const days = await loadPostDays(scope.site)
    const entries = new Map<string, readonly ArchiveEntry[]>()
    for (const type of types) if (listsPosts(type)) entries.set(type, await loadPostEntries(type, scope))
    return {
      entriesOf(type) {
        const ofType = entries.get(type) ?? dateEntries(type, days, scope)
        entries.set(type, ofType)
        return ofType
      },
      within: createHtmlBudget(),
    }
  },

  render({ type, displayAsDropdown, showLabel, showPostCounts }, _content, loaded, scope) {
    const write = displayAsDropdown ? archiveOptions : archiveItems
    const html = loaded.within(write(loaded.entriesOf(type), showPostCounts))
    if (displayAsDropdown)
      return `<div${wrapperAttributes(scope, [`${NAME}-dropdown`])}>${dropdownHtml(type, showLabel, html, scope)}</div>`
    const attributes = wrapperAttributes(scope, [`${NAME}-list`])
    return html === '' ? `<div${attributes}>No archives to show.</div>` : `<ul${attributes}>${html}</ul>`
  },
})

const counted = (count: number | undefined, shows: boolean): string =>
  shows && count !== undefined ? `&nbsp;(${count})` : ''

/** The items of a list of archives. */
export const archiveItems = (entries: readonly ArchiveEntry[], shows: boolean): string =>
  entries
    .map(({ url, text, count }) => `	<li><a href='${escapeUrl(url)}'>${text}</a>${counted(count, shows)}</li>\n`)
    .join('')

/** The options of a menu of archives, whose values are their URLs. */
export const archiveOptions = (entries: readonly ArchiveEntry[], shows: boolean): string =>
  entries
    .map(({ url, text, count }) => `	<option value='${escapeUrl(url)}'> ${text} ${counted(count, shows)}</option>\n`)
    .join('')
