import type { BrokenTheme, Theme } from '@platen/site'
import { buttonForm } from '../form.js'
import { type Html, html } from '../html.js'
import type { Page, PageScope } from '../page.js'

/** The themes: which one is active, and another to activate. */
export const themes: Page = {
  name: 'themes',
  title: 'themes',
  capability: 'switch_themes',
  done: { activated: 'themeActivated' },
  async show(scope) {
    const { by, site } = scope
    const { content } = site
    const [all, broken, active] = await Promise.all([
      content.themes.list(by),
      content.themes.broken(by),
      content.themes.active(by),
    ])
    // A theme whose files were broken while it was in use is in both lists.
    const unusable = new Set(broken.map(({ stylesheet }) => stylesheet))
    return html`<ul class="cards">
${all
  .filter(({ stylesheet }) => !unusable.has(stylesheet))
  .map(theme => themeCard(scope, theme, theme.stylesheet === active.stylesheet))}
${broken.map(theme => brokenCard(scope, theme))}
</ul>`
  },
  async submit({ site, by }, { stylesheet = '' }) {
    await site.content.themes.activate(stylesheet, by)
    return { to: 'themes?done=activated' }
  },
}

function themeCard({ messages, nonce }: PageScope, theme: Theme, isActive: boolean): Html {
  const { stylesheet, template, header, warnings } = theme
  const name = header.name === '' ? stylesheet : header.name
  const details: readonly (readonly [label: string, value: string])[] = [
    [messages.version, header.version],
    [messages.author, header.author],
    [messages.folder, stylesheet],
    [messages.parentTheme, template === stylesheet ? '' : template],
  ]
  return html`<li>
<h2>${name}</h2>
<p class="status${isActive && ' done'}">${isActive ? messages.activeTheme : messages.inactiveTheme}</p>
${header.description !== '' && html`<p>${header.description}</p>`}
<dl>${details.map(([label, value]) => value !== '' && html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>
${warnings.length > 0 && html`<p>${messages.warnings}</p><ul>${warnings.map(text => html`<li>${text}</li>`)}</ul>`}
${!isActive && buttonForm(nonce, { stylesheet }, messages.activate, name)}
</li>
`
}

const brokenCard = ({ messages }: PageScope, { stylesheet, errors }: BrokenTheme): Html => html`<li>
<h2>${stylesheet}</h2>
<p class="status error">${messages.brokenTheme}</p>
<ul>${errors.map(error => html`<li>${error}</li>`)}</ul>
</li>
`
