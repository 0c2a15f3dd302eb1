import { auditKinds } from '@platen/site'
import { eventTexts } from '../activity/event-kinds.js'
import { eventList } from '../activity/event-list.js'
import { selectField } from '../fields.js'
import { type Html, html } from '../html.js'
import type { Page, PageScope } from '../page.js'
import { pageNumber, pagination } from '../pagination.js'

const PER_PAGE = 50

/** What happened to the accounts of the site, the latest first. */
export const activity: Page = {
  name: 'activity',
  title: 'activity',
  capability: 'manage_options',
  async show(scope) {
    const { site, query, by } = scope
    const kind = auditKinds.find(each => each === query['kind'])
    const page = pageNumber(query['page'])
    const { events, total } = await site.audit.list(
      { kinds: kind && [kind], limit: PER_PAGE, offset: (page - 1) * PER_PAGE },
      by,
    )
    return html`${kindForm(scope, kind ?? '')}
${eventList(scope, events)}
${pagination(scope, page, Math.ceil(total / PER_PAGE))}`
  },
}

const kindForm = ({ messages }: PageScope, kind: string): Html => html`<form class="search" role="search">
${selectField({
  name: 'kind',
  label: messages.activityKind,
  value: kind,
  choices: [
    { value: '', label: messages.allKinds },
    ...auditKinds.map(value => ({ value, label: messages[eventTexts[value].kind] })),
  ],
})}<p><button class="secondary">${messages.show}</button></p>
</form>`
