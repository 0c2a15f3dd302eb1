import { buttonForm } from '../form.js'
import { type Html, html } from '../html.js'
import { fill } from '../messages.js'
import type { Page, PageScope } from '../page.js'
import { invalidForm } from '../refusal.js'
import { change, consoleRoute, listAll, read, siteRoute } from '../routes.js'

/** A plugin as the interface lists it. */
interface ListedPlugin {
  readonly plugin: string
  readonly status: string
  readonly name: string
  readonly version: string
  readonly author: string
  readonly description: { readonly raw: string }
}

interface PluginFailure {
  readonly plugin: string
  readonly error: string
}

const titleOf = ({ plugin, name }: ListedPlugin): string => (name === '' ? plugin : name)

/** The plugins: their status, failures, and actions. */
export const plugins: Page = {
  name: 'plugins',
  title: 'plugins',
  capability: 'activate_plugins',
  done: { activate: 'pluginActivated', deactivate: 'pluginDeactivated', delete: 'pluginDeleted' },
  async show(scope) {
    const { messages, query } = scope
    const all = await listAll<ListedPlugin>(scope, siteRoute(scope, 'plugins'))
    if (all.length === 0) return html`<p>${messages.noPlugins}</p>`
    const failures = await read<readonly PluginFailure[]>(scope, consoleRoute('plugin-failures'))
    const errors = new Map(failures.map(({ plugin, error }) => [plugin, error]))
    const doomed = all.find(({ plugin, status }) => plugin === query['delete'] && status === 'inactive')
    return html`${doomed && deletion(scope, doomed)}
<ul class="cards">
${all.map(plugin => card(scope, plugin, errors.get(plugin.plugin)))}</ul>`
  },
  async submit(scope, { action = '', plugin = '' }) {
    const route = siteRoute(scope, `plugins/${plugin.split('/').map(encodeURIComponent).join('/')}`)
    if (action === 'activate') await change(scope, 'POST', route, { status: 'active' })
    else if (action === 'deactivate') await change(scope, 'POST', route, { status: 'inactive' })
    else if (action === 'delete') await change(scope, 'DELETE', route)
    else throw invalidForm('action')
    return { to: `plugins?done=${action}` }
  },
}

function card({ messages, nonce, session }: PageScope, plugin: ListedPlugin, error: string | undefined): Html {
  const { plugin: id, status, version, author, description } = plugin
  const name = titleOf(plugin)
  const isActive = status === 'active'
  const state = isActive ? messages.activePlugin : messages.inactivePlugin
  const details: readonly (readonly [label: string, value: string])[] = [
    [messages.version, version],
    [messages.author, author],
  ]
  return html`<li>
<h2>${name}</h2>
<p class="status${error !== undefined ? ' error' : isActive && ' done'}">${error === undefined ? state : messages.failedPlugin}</p>
${error !== undefined && html`<p>${fill(messages.pluginError, { error })}</p>`}
${description.raw !== '' && html`<p>${description.raw}</p>`}
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

const deletion = ({ messages, nonce }: PageScope, plugin: ListedPlugin): Html => html`<div class="panel">
<h2>${fill(messages.deleteQuestion, { name: titleOf(plugin) })}</h2>
<p>${messages.deleteExplanation}</p>
<div class="actions">
${buttonForm(nonce, { action: 'delete', plugin: plugin.plugin }, messages.delete, plugin.name, 'danger')}
<a href="plugins">${messages.cancel}</a>
</div>
</div>`
