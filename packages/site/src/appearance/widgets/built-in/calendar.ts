import { calendarHtml, loadCalendar } from '../../../content/posts/blocks/index.js'
import { defineWidget } from '../define-widget.js'
import { titleField } from '../widget-field.js'

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
