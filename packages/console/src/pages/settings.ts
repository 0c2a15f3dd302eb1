import { RestError } from '@platen/core'
import { type Fields, hidden } from '../form.js'
import { type Html, html } from '../html.js'
import { fill } from '../messages.js'
import type { Page, PageScope } from '../page.js'
import { bodyOf, invalidForm } from '../refusal.js'
import { groupsOf, loadSettings, type Settings, type ShownGroup, settingsRoute } from '../settings/load-settings.js'
import { labelOf, settingField } from '../settings/setting-field.js'
import { changedValues, fieldText } from '../settings/setting-values.js'

/** All settings of the interface, a form for each group. */
export const settings: Page = {
  name: 'settings',
  title: 'settings',
  capability: 'manage_options',
  done: { saved: 'settingsSaved' },
  async show(scope) {
    const loaded = await loadSettings(scope)
    const sections = await Promise.all(groupsOf(loaded).map(group => section(scope, loaded, group)))
    return html`${sections}`
  },
  async submit(scope, form) {
    const loaded = await loadSettings(scope)
    const group = groupsOf(loaded).find(({ name }) => name === form['action'])
    if (group === undefined) throw invalidForm('action')
    const changed = changedValues(group.schemas, loaded.values, valuesIn(form), name => invalid(scope, group, [name]))
    const answer = await scope.site.call('POST', settingsRoute(scope), changed, {
      ...scope.by,
      headers: { 'if-match': form['version'] ?? '' },
    })
    const names = Object.keys(group.schemas).filter(
      name => !answer.ok && Object.hasOwn(paramsOf(answer.body.data), name),
    )
    if (names.length > 0) throw invalid(scope, group, names)
    bodyOf(answer)
    return { to: 'settings?done=saved' }
  },
}

/** The prefix of setting names in a form, so that they cannot clash with other fields. */
const PREFIX = 'setting-'

const valuesIn = (form: Fields): Fields =>
  Object.fromEntries(
    Object.entries(form)
      .filter(([name]) => name.startsWith(PREFIX))
      .map(([name, value]) => [name.slice(PREFIX.length), value]),
  )

const paramsOf = (data: unknown): object =>
  typeof data === 'object' && data !== null && 'params' in data && typeof data.params === 'object'
    ? (data.params ?? {})
    : {}

/** The refusal that names the fields of settings. */
function invalid(scope: PageScope, { schemas, known }: ShownGroup, names: readonly string[]): RestError {
  const { messages } = scope
  const labels = names.map(name => labelOf(scope, name, schemas[name] ?? { type: 'string' }, known[name]))
  const list = new Intl.ListFormat(messages.language).format(labels)
  return new RestError('rest_invalid_param', fill(messages.invalidSettings, { names: list }), 400)
}

async function section(scope: PageScope, { values, tag }: Settings, group: ShownGroup): Promise<Html> {
  const { messages, nonce, sent } = scope
  const again = sent?.['action'] === group.name ? valuesIn(sent) : undefined
  const fields = await Promise.all(
    Object.entries(group.schemas).map(([name, schema]) => {
      const stored = fieldText(schema, values[name])
      const text = again === undefined ? stored : (again[name] ?? '')
      return settingField(scope, { name, field: PREFIX + name, schema, text, known: group.known[name] })
    }),
  )
  return html`<section class="panel">
<h2>${messages[group.title]}</h2>
<form method="post" class="fields">${hidden({ nonce, action: group.name, version: tag })}
${fields}<p><button>${messages.save}<span class="hidden"> ${messages[group.title]}</span></button></p>
</form>
</section>
`
}
