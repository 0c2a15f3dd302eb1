import { type AuditRecord, escapedText } from '@platen/site'
import { type Html, html, sanitized } from '../html.js'
import { fill } from '../messages.js'
import type { PageScope } from '../page.js'
import { rolesText } from '../role-labels.js'
import { timeText } from '../time.js'
import { eventTexts } from './event-kinds.js'

/** Audit events as a list, a sentence for each. */
export const eventList = (scope: PageScope, events: readonly AuditRecord[]): Html =>
  events.length === 0
    ? html`<p>${scope.messages.noActivity}</p>`
    : html`<ul class="panel rows">
${events.map(event => html`<li>${sentence(scope, event)}\n<br><span class="quiet">${details(scope, event)}</span></li>\n`)}</ul>`

function sentence({ messages }: PageScope, { kind, accountLogin, actorLogin }: AuditRecord): string {
  const account = accountLogin || actorLogin || messages.unknownAccount
  return fill(messages[eventTexts[kind].sentence], { account })
}

function details(scope: PageScope, event: AuditRecord): readonly Html[] {
  const { site, messages } = scope
  const { time, count, actor, account, actorLogin, network, detail } = event
  const { after, name } = detail
  const number = new Intl.NumberFormat(messages.language)
  const parts = [
    timeText(new Date(time).toISOString(), messages),
    actorLogin !== '' && actor !== account && html`${fill(messages.eventBy, { actor: actorLogin })}`,
    network !== '' && html`${fill(messages.eventFrom, { network })}`,
    count > 1 && html`${fill(messages.eventTimes, { count: number.format(count) })}`,
    Array.isArray(after) && html`${fill(messages.eventRoles, { roles: rolesText(site, messages, after) })}`,
    typeof name === 'string' && sanitized(escapedText(name)),
  ]
  return parts.filter(part => part !== false).map((part, index) => (index === 0 ? part : html` · ${part}`))
}
