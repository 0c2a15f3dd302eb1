import { escapedText } from '@platen/site/console'
import { eventList, listEvents } from '../activity/event-list.js'
import { countContent } from '../counts.js'
import { html, sanitized } from '../html.js'
import type { Page } from '../page.js'
import { read, siteRoute } from '../routes.js'
import { siteFacts } from '../site-facts.js'

/** How many audit events it shows. */
const RECENT = 10

/** The site at a glance. */
export const overview: Page = {
  name: '',
  title: 'overview',
  capability: 'manage_options',
  async show(scope) {
    const { site, session, messages, versions } = scope
    // This is the page after sign-in.
    if (!session.principal.can('manage_options')) return { to: 'profile' }
    const { namespace, url } = site.context
    const { api_url: apiUrl } = await siteFacts(scope)
    const settings = await read<{ readonly title: string }>(scope, siteRoute(scope, 'settings'))
    const format = new Intl.NumberFormat(messages.language)
    const counts = await countContent(scope)
    const shown = Object.entries({ ...versions, [messages.interfaceVersion]: namespace })
    const { items: events } = await listEvents(scope, { per_page: RECENT })
    return html`<dl class="panel">
<dt>${messages.siteTitle}</dt><dd>${sanitized(escapedText(settings.title))}</dd>
<dt>${messages.siteUrl}</dt><dd>${url}</dd>
<dt>${messages.apiUrl}</dt><dd>${apiUrl}</dd>
</dl>
<h2>${messages.content}</h2>
<dl class="tiles">
${counts.map(
  ({ label, total }) =>
    html`<div><dt>${label}</dt><dd>${total === undefined ? messages.unavailable : format.format(total)}</dd></div>\n`,
)}</dl>
<h2>${messages.versions}</h2>
<dl class="panel">
${shown.map(([name, version]) => html`<dt>${name}</dt><dd>${version}</dd>\n`)}</dl>
<h2>${messages.recentActivity}</h2>
${await eventList(scope, events)}
<p><a href="activity">${messages.allActivity}</a></p>`
  },
}
