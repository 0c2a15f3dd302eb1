import {
  archiveItems,
  archiveOptions,
  calendarHtml,
  dateEntries,
  loadCalendar,
  loadPostDays,
} from '../../../content/posts/blocks/index.js'
import { createHtmlBudget, dropdownScript } from '../../../kernel/blocks/index.js'
import { defineWidget } from '../define-widget.js'
import { switchField, titleField } from '../widget-field.js'
import { widgetTitle } from '../widget-scope.js'

/** Links to the months with posts, as a list or as a menu. */
export const archivesWidget = defineWidget({
  idBase: 'archives',
  name: 'Archives',
  description: 'The months in which your posts were published.',
  className: 'widget_archive',
  fields: {
    title: titleField(),
    count: switchField('Show how many posts there are'),
    dropdown: switchField('Show a menu'),
  },
  async load(_instances, scope) {
    return { entries: dateEntries('monthly', await loadPostDays(scope.site), scope), within: createHtmlBudget() }
  },
  render({ title, count, dropdown }, { entries, within }, scope) {
    const name = title || 'Archives'
    const heading = scope.title(name)
    if (dropdown === 0)
      return `${heading}\n\t\t\t<ul>\n\t\t\t\t${within(archiveItems(entries, count === 1))}\t\t\t</ul>\n\n\t\t\t`
    const id = `archives-dropdown-${scope.number}`
    return `${heading}\t\t<label class="screen-reader-text" for="${id}">${widgetTitle(name, scope.site)}</label>
\t\t<select id="${id}" name="archive-dropdown">
\t\t\t
\t\t\t<option value="">Select Month</option>
\t\t\t${within(archiveOptions(entries, count === 1))}
\t\t</select>

\t\t\t${dropdownScript(id)}`
  },
})

const PLAIN = { classes: [], style: '' }

/** The current month, with links to the days on which posts were published. */
export const calendarWidget = defineWidget({
  idBase: 'calendar',
  name: 'Calendar',
  description: 'A calendar of your posts.',
  className: 'widget_calendar',
  fields: { title: titleField() },
  load: (_instances, { site }) => loadCalendar(site),
  render({ title }, loaded, scope) {
    const html = loaded.days.size === 0 ? '' : loaded.within(calendarHtml(undefined, loaded, PLAIN, scope))
    return `${scope.title(title)}<div id="calendar_wrap" class="calendar_wrap">${html}</div>`
  },
})
