import { eventKinds, eventTexts } from '../activity/event-kinds.js'
import { eventList, listEvents } from '../activity/event-list.js'
import { selectField } from '../fields.js'
import { type Html, html } from '../html.js'
import type { Page, PageScope } from '../page.js'
import { pageNumber, pagination } from '../pagination.js'

const PER_PAGE = 50

/** The audit events of the site, the latest first. */
export const activity: Page = {
  name: 'activity',
  title: 'activity',
  capability: 'manage_options',
  async show(scope) {
    const { query } = scope
    const kind = eventKinds.find(each => each === query['kind'])
    const page = pageNumber(query['page'])
    const { items, pages } = await listEvents(scope, { page, per_page: PER_PAGE, ...(kind && { kind }) })
    return html`${kindForm(scope, kind ?? '')}
${await eventList(scope, items)}
${pagination(scope, page, pages)}`
  },
}

const kindForm = ({ messages }: PageScope, kind: string): Html => html`<form class="search" role="search">
${selectField({
  name: 'kind',
  label: messages.activityKind,
  value: kind,
  choices: [
    { value: '', label: messages.allKinds },
    ...eventKinds.map(value => ({ value, label: messages[eventTexts[value].kind] })),
  ],
})}<p><button class="secondary">${messages.show}</button></p>
</form>`
