import { buttonForm } from '../form.js'
import { type Html, html } from '../html.js'
import type { Page, PageScope } from '../page.js'
import { change, consoleRoute, read } from '../routes.js'

/** A theme, as the interface lists it for users who may activate one. */
interface ListedTheme {
  readonly stylesheet: string
  readonly template: string
  readonly status: 'active' | 'inactive' | 'broken'
  readonly name: string
  readonly version: string
  readonly author: string
  readonly description: string
  readonly warnings: readonly string[]
  readonly errors: readonly string[]
}

/** The themes: the active one, and those that can be activated. */
export const themes: Page = {
  name: 'themes',
  title: 'themes',
  capability: 'switch_themes',
  done: { activated: 'themeActivated' },
  async show(scope) {
    const all = await read<readonly ListedTheme[]>(scope, consoleRoute('themes'))
    return html`<ul class="cards">
${all.map(theme => (theme.status === 'broken' ? brokenCard(scope, theme) : themeCard(scope, theme)))}
</ul>`
  },
  async submit(scope, { stylesheet = '' }) {
    await change(scope, 'POST', consoleRoute('active-theme'), { stylesheet })
    return { to: 'themes?done=activated' }
  },
}

function themeCard({ messages, nonce }: PageScope, theme: ListedTheme): Html {
  const { stylesheet, template, version, author, description, warnings } = theme
  const name = theme.name === '' ? stylesheet : theme.name
  const isActive = theme.status === 'active'
  const details: readonly (readonly [label: string, value: string])[] = [
    [messages.version, version],
    [messages.author, author],
    [messages.folder, stylesheet],
    [messages.parentTheme, template === stylesheet ? '' : template],
  ]
  return html`<li>
<h2>${name}</h2>
<p class="status${isActive && ' done'}">${isActive ? messages.activeTheme : messages.inactiveTheme}</p>
${description !== '' && html`<p>${description}</p>`}
<dl>${details.map(([label, value]) => value !== '' && html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>
${warnings.length > 0 && html`<p>${messages.warnings}</p><ul>${warnings.map(text => html`<li>${text}</li>`)}</ul>`}
${!isActive && buttonForm(nonce, { stylesheet }, messages.activate, name)}
</li>
`
}

const brokenCard = ({ messages }: PageScope, { stylesheet, errors }: ListedTheme): Html => html`<li>
<h2>${stylesheet}</h2>
<p class="status error">${messages.brokenTheme}</p>
<ul>${errors.map(error => html`<li>${error}</li>`)}</ul>
</li>
`
