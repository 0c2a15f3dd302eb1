import { groupBy } from '@platen/core'
import { type ApiCall, callOf, splitTarget } from '../api/api-call.js'
import { API_PAGE, getLink, routeLink } from '../api/api-page.js'
import { loadRoute, loadRoutes, pathTemplate, routeOf, type ShownRoute } from '../api/interface.js'
import { responseSection } from '../api/response-section.js'
import { endpointForm, type FormStart, rightsTable, schemaTable } from '../api/route-sections.js'
import { inputField } from '../fields.js'
import type { Fields } from '../form.js'
import { type Html, html } from '../html.js'
import { errorNotice } from '../layout.js'
import { fill } from '../messages.js'
import type { Page, PageScope } from '../page.js'
import { invalidForm } from '../refusal.js'
import { siteFacts } from '../site-facts.js'

/** The routes of the interface, what they take and return, and forms to call them as the user of the session. */
export const api: Page = {
  name: API_PAGE,
  title: 'api',
  capability: 'edit_posts',
  async show(scope) {
    const { query } = scope
    if (query['get'] !== undefined) return shownCall(scope, { method: 'GET', target: query['get'] })
    const { route: pattern } = query
    if (pattern === undefined) return routeList(scope, query['filter'] ?? '')
    return routeView(scope, pattern, { sent: scope.sent })
  },
  async submit(scope, { route: pattern = '', ...form }) {
    const { method = '' } = form
    const endpoint = (await loadRoute(scope, pattern))?.endpoints.find(({ methods }) => methods.includes(method))
    if (endpoint === undefined) throw invalidForm('method')
    const call = callOf(form, endpoint)
    if (/[{}]/.test(form['path'] ?? '')) {
      return { notice: errorNotice(scope.messages.apiParameters), status: 400 }
    }
    if (method === 'GET') return { to: getLink(call.target) }
    return { content: await shownCall(scope, call, form) }
  },
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Calls the interface as the user of the session, and shows the response above the route. */
async function shownCall(scope: PageScope, call: ApiCall, sent?: Fields): Promise<Html> {
  const { site, by } = scope
  const { method, target, body } = call
  const { path, query } = splitTarget(target)
  const { pattern, parameters, ...rights } = await routeOf(scope, decoded(path))
  const response = await site.call(method, path, body, { ...by, query })
  return html`${await responseSection(scope, call, response)}
${rightsTable(scope, rights)}
${await routeView(scope, pattern, { path: target, parameters: Object.keys(parameters), sent })}`
}

/** A registered route; without a path, its forms begin with the template of its paths. */
async function routeView(scope: PageScope, pattern: string, start: Partial<Omit<FormStart, 'pattern'>>): Promise<Html> {
  const route = await loadRoute(scope, pattern)
  const { messages } = scope
  const back = html`<p><a href="${API_PAGE}">${messages.apiAllRoutes}</a></p>`
  if (route === undefined) return html`<p>${messages.apiNoRoute}</p>${back}`
  const { path, names } = pathTemplate(pattern)
  const form = { pattern, path, parameters: names, ...start }
  return html`${back}
<h2><code>${breakable(path)}</code></h2>
${route.endpoints.map(endpoint => endpointForm(scope, endpoint, form))}
${route.schema && schemaTable(scope, route.schema)}`
}

async function routeList(scope: PageScope, filter: string): Promise<Html> {
  const { messages } = scope
  const { api_url: url } = await siteFacts(scope)
  const shown = Object.entries(await loadRoutes(scope))
    .map(([pattern, route]) => ({ pattern, path: pathTemplate(pattern).path, ...route }))
    .filter(({ path }) => path.toLowerCase().includes(filter.toLowerCase()))
  return html`<p>${fill(messages.apiIntroduction, { url })}</p>
<form class="search" role="search">
${inputField({ name: 'filter', label: messages.apiFilter, type: 'search', value: filter })}<p><button class="secondary">${messages.search}</button></p>
</form>
<p role="status">${fill(messages.apiRoutes, { count: shown.length })}</p>
<ul class="cards">
${[...groupBy(shown, familyOf)].map(
  ([family, routes]) => html`<li><h2>${family}</h2>
<ul class="plain">
${routes.map(
  ({ pattern, path, methods }) =>
    html`<li><a href="${routeLink(pattern)}"><code>${breakable(path)}</code></a> <span class="quiet">${[...new Set(methods)].join(', ')}</span></li>\n`,
)}</ul></li>
`,
)}</ul>`
}

/** A path that lines may break after its slashes. */
const breakable = (path: string): readonly Html[] =>
  path.split('/').map((part, at) => (at === 0 ? html`${part}` : html`/<wbr>${part}`))

/** The namespace of a route, and what is below it: routes of one subject share both. */
function familyOf({ namespace, path }: ShownRoute & { readonly path: string }): string {
  if (namespace === '') return '/'
  const [part = ''] = path.slice(namespace.length + 2).split('/')
  return part === '' ? namespace : `${namespace}: ${part}`
}
