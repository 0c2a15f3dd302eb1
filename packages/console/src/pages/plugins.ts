import type { As, SitePlugin } from '@platen/site'
import { buttonForm } from '../form.js'
import { type Html, html } from '../html.js'
import { fill } from '../messages.js'
import type { Page, PageScope } from '../page.js'
import { invalidForm } from '../refusal.js'

/** The plugins: which are active, why others failed, and what can be done with them. */
export const plugins: Page = {
  name: 'plugins',
  title: 'plugins',
  capability: 'activate_plugins',
  done: { activate: 'pluginActivated', deactivate: 'pluginDeactivated', delete: 'pluginDeleted' },
  async show(scope) {
    const { site, messages, query, by } = scope
    const all = await site.content.plugins.list({}, by)
    if (all.length === 0) return html`<p>${messages.noPlugins}</p>`
    const doomed = all.find(({ id, status }) => id === query['delete'] && status === 'inactive')
    return html`${doomed && deletion(scope, doomed)}
<ul class="cards">
${all.map(plugin => card(scope, plugin))}</ul>`
  },
  async submit({ site, by }, { action = '', plugin = '' }) {
    const { activate, deactivate, delete: remove } = site.content.plugins
    const change = new Map<string, (id: string, by: As) => Promise<unknown>>([
      ['activate', activate],
      ['deactivate', deactivate],
      ['delete', remove],
    ]).get(action)
    if (change === undefined) throw invalidForm('action')
    await change(plugin, by)
    return { to: `plugins?done=${action}` }
  },
}

function card({ messages, nonce, session }: PageScope, { id, status, manifest, error }: SitePlugin): Html {
  const name = manifest.name === '' ? id : manifest.name
  const isActive = status === 'active'
  const state = isActive ? messages.activePlugin : messages.inactivePlugin
  const details: readonly (readonly [label: string, value: string])[] = [
    [messages.version, manifest.version],
    [messages.author, manifest.author],
  ]
  return html`<li>
<h2>${name}</h2>
<p class="status${error !== undefined ? ' error' : isActive && ' done'}">${error === undefined ? state : messages.failedPlugin}</p>
${error !== undefined && html`<p>${fill(messages.pluginError, { error })}</p>`}
${manifest.description !== '' && html`<p>${manifest.description}</p>`}
<dl>${details.map(([label, value]) => value !== '' && html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>
<div class="actions">
${
  isActive
    ? buttonForm(nonce, { action: 'deactivate', plugin: id }, messages.deactivate, name, 'secondary')
    : buttonForm(nonce, { action: 'activate', plugin: id }, messages.activate, name)
}
${
  !isActive &&
  session.principal.can('delete_plugins') &&
  html`<a href="?delete=${encodeURIComponent(id)}">${messages.delete}<span class="hidden"> ${name}</span></a>`
}
</div>
</li>
`
}

const deletion = ({ messages, nonce }: PageScope, { id, manifest }: SitePlugin): Html => html`<div class="panel">
<h2>${fill(messages.deleteQuestion, { name: manifest.name === '' ? id : manifest.name })}</h2>
<p>${messages.deleteExplanation}</p>
<div class="actions">
${buttonForm(nonce, { action: 'delete', plugin: id }, messages.delete, manifest.name, 'danger')}
<a href="plugins">${messages.cancel}</a>
</div>
</div>`
