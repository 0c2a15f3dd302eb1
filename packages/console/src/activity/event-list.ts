import { type AuditKind, escapedText } from '@platen/site/console'
import { type Html, html, sanitized } from '../html.js'
import { fill } from '../messages.js'
import type { PageScope } from '../page.js'
import { loadRoles, type RoleChoice, rolesText } from '../role-labels.js'
import { consoleRoute, type ListPage, list } from '../routes.js'
import { timeText } from '../time.js'
import { eventTexts } from './event-kinds.js'

/** An audit event as the interface lists it. */
interface ListedEvent {
  readonly kind: AuditKind
  readonly date_gmt: string
  readonly count: number
  readonly actor: { readonly id: number; readonly login: string }
  readonly account: { readonly id: number; readonly login: string }
  readonly network: string
  readonly detail: Readonly<Record<string, unknown>>
}

/** Lists audit events as the interface does; throws its refusal. */
export const listEvents = (
  scope: PageScope,
  query: Readonly<Record<string, unknown>>,
): Promise<ListPage<ListedEvent>> => list(scope, consoleRoute('events'), query)

/** Audit events as a list, a sentence for each. */
export async function eventList(scope: PageScope, events: readonly ListedEvent[]): Promise<Html> {
  if (events.length === 0) return html`<p>${scope.messages.noActivity}</p>`
  const roles = await loadRoles(scope)
  return html`<ul class="panel rows">
${events.map(event => html`<li>${sentence(scope, event)}\n<br><span class="quiet">${details(scope, event, roles)}</span></li>\n`)}</ul>`
}

function sentence({ messages }: PageScope, { kind, account, actor }: ListedEvent): string {
  const name = account.login || actor.login || messages.unknownAccount
  return fill(messages[eventTexts[kind].sentence], { account: name })
}

function details({ messages }: PageScope, event: ListedEvent, roles: readonly RoleChoice[]): readonly Html[] {
  const { date_gmt: time, count, actor, account, network, detail } = event
  const { after, name } = detail
  const number = new Intl.NumberFormat(messages.language)
  const parts = [
    timeText(time, messages),
    actor.login !== '' && actor.id !== account.id && html`${fill(messages.eventBy, { actor: actor.login })}`,
    network !== '' && html`${fill(messages.eventFrom, { network })}`,
    count > 1 && html`${fill(messages.eventTimes, { count: number.format(count) })}`,
    Array.isArray(after) && html`${fill(messages.eventRoles, { roles: rolesText(roles, messages, after) })}`,
    typeof name === 'string' && sanitized(escapedText(name)),
  ]
  return parts.filter(part => part !== false).map((part, index) => (index === 0 ? part : html` · ${part}`))
}
