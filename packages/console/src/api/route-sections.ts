import { type Choice, inputField, selectField } from '../fields.js'
import { hidden } from '../form.js'
import { type Html, html } from '../html.js'
import { fill } from '../messages.js'
import type { PageScope } from '../page.js'
import { ARGUMENT, splitTarget } from './api-call.js'
import { allArguments, type RouteOfPath, type ShownEndpoint, type ShownSchema } from './interface.js'

/** What fills a form: the path of the call, and the parameters that are part of it. */
export interface FormStart {
  readonly pattern: string
  readonly path: string
  readonly parameters: readonly string[]
  /** The fields of a call that was just sent. */
  readonly sent?: Readonly<Record<string, string>> | undefined
}

/** The endpoint with its arguments as a form that calls it. */
export function endpointForm({ messages, nonce }: PageScope, endpoint: ShownEndpoint, start: FormStart): Html {
  const { methods } = endpoint
  const [method = 'GET'] = methods
  const { pattern, path, parameters, sent = {} } = start
  const isSent = methods.includes(sent['method'] ?? '')
  const sentValue = (name: string) => (isSent ? (sent[name] ?? '') : '')
  const fields = Object.entries(allArguments(endpoint)).filter(([name]) => !parameters.includes(name))
  const choices = methods.map(each => ({ value: each, label: each }))
  return html`<section aria-labelledby="call-${method}" class="panel">
<h2 id="call-${method}">${methods.join(', ')}</h2>
<form method="post" class="call">${hidden({ nonce, route: pattern })}
${
  methods.length === 1
    ? hidden({ method })
    : selectField({
        name: 'method',
        id: `method-${method}`,
        label: messages.apiMethod,
        value: sentValue('method') || method,
        choices,
      })
}
${inputField({ name: 'path', id: `path-${method}`, label: messages.apiPath, value: sentValue('path') || (methods.includes('GET') ? path : splitTarget(path).path), required: true, isCode: true })}
${
  fields.length > 0 &&
  html`<details${isSent && html` open`}><summary>${fill(messages.apiArguments, { count: fields.length })}</summary>
${fields.map(([name, schema]) => argumentField(scopeId(method, name), name, schema, sentValue(ARGUMENT + name)))}</details>`
}
<p><button>${fill(messages.apiSend, { method: methods.length === 1 ? method : '' })}</button></p>
</form>
</section>
`
}

const scopeId = (method: string, name: string) => `argument-${method}-${name}`

function argumentField(id: string, name: string, schema: ShownSchema, value: string): Html {
  const options = { name: ARGUMENT + name, id, label: name, value, hint: ruleText(schema) }
  const choices = choicesOf(schema)
  return choices === undefined
    ? inputField({ ...options, isCode: true })
    : selectField({ ...options, choices: [{ value: '', label: '–' }, ...choices] })
}

function choicesOf({ type, enum: values }: ShownSchema): readonly Choice[] | undefined {
  if (type === 'boolean') return ['true', 'false'].map(value => ({ value, label: value }))
  if (values === undefined || type === 'array') return undefined
  return values.map(String).map(value => ({ value, label: value }))
}

/** Rules that `ruleText` writes in words of their own, or that the field shows. */
const APART = new Set([
  'type',
  'description',
  'required',
  'readonly',
  'context',
  'properties',
  'items',
  'title',
  'enum',
])

/** The rules of a schema and its description, in one line. */
function ruleText(schema: ShownSchema): string {
  const rules = Object.entries(schema)
    .filter(([rule, value]) => !APART.has(rule) && value !== undefined)
    .map(([rule, value]) => `${rule}: ${shortJson(value)}`)
  const { description, required } = schema
  return [
    typeText(schema),
    ...(required === true ? ['required'] : []),
    ...rules,
    ...(description ? [description] : []),
  ].join(' · ')
}

const MOST_OF_RULE = 200

function shortJson(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > MOST_OF_RULE ? `${text.slice(0, MOST_OF_RULE)}…` : text
}

/** The type of a schema, such as `integer[]` or `string | null`. */
function typeText({ type, items }: ShownSchema): string {
  const names = [type ?? 'any'].flat()
  const element = items === undefined ? '' : typeText(items)
  return names.map(name => (name === 'array' && element !== '' ? `${element}[]` : name)).join(' | ')
}

/** The members of a resource. */
export function schemaTable({ messages }: PageScope, { properties = {}, title }: ShownSchema): Html | false {
  const members = Object.entries(properties)
  if (members.length === 0) return false
  return html`<div class="panel scroll" role="region" aria-labelledby="members" tabindex="0">
<table>
<caption id="members">${fill(messages.apiMembers, { title: String(title ?? '') })}</caption>
<thead><tr><th scope="col">${messages.apiMember}</th><th scope="col">${messages.apiType}</th><th scope="col">${messages.apiContexts}</th><th scope="col">${messages.apiDescription}</th></tr></thead>
<tbody>
${members.map(
  ([name, schema]) =>
    html`<tr><th scope="row"><code>${name}</code></th><td>${typeText(schema)}</td><td>${(schema.context ?? []).join(', ')}</td><td>${schema.description}${schema.readonly === true && html` <span class="status">${messages.apiReadonly}</span>`}</td></tr>\n`,
)}</tbody>
</table>
</div>`
}

/** Who may call a path with which methods. */
export function rightsTable({ messages }: PageScope, { allowed, roles }: Pick<RouteOfPath, 'allowed' | 'roles'>): Html {
  const text = (methods: readonly string[]) => (methods.length === 0 ? '–' : methods.join(', '))
  const own = html`<p>${fill(messages.apiAllowed, { methods: text(allowed) })}</p>`
  if (roles.length === 0) return own
  return html`${own}
<details class="panel"><summary>${messages.apiRoles}</summary>
<ul>
${roles.map(({ slug, name, allowed }) => html`<li>${slug === '' ? messages.apiEverybody : name}: ${text(allowed)}</li>\n`)}</ul>
</details>`
}
