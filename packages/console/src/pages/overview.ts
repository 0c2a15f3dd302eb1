import { escapedText } from '@platen/site'
import { countContent } from '../counts.js'
import { html, sanitized } from '../html.js'
import type { Page } from '../page.js'
import { bodyOf } from '../refusal.js'

/** The site at a glance. */
export const overview: Page = {
  name: '',
  title: 'overview',
  capability: 'manage_options',
  async show(scope) {
    const { site, session, messages, versions } = scope
    const { namespace, url, apiUrl } = site.context
    const as = session.principal
    const settings = bodyOf(await site.call<{ title: string }>('GET', `/${namespace}/settings`, undefined, { as }))
    const format = new Intl.NumberFormat(messages.language)
    const counts = await countContent(scope)
    const shown = Object.entries({ ...versions, [messages.interfaceVersion]: namespace })
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
${shown.map(([name, version]) => html`<dt>${name}</dt><dd>${version}</dd>\n`)}</dl>`
  },
}
