import { endpoint, type HandlerRequest, pageReply, type Reply, type Resource, RestError } from '@platen/core'
import { inTransaction } from '../../operations/tx.js'
import type { Taxonomy } from '../../registrations/taxonomies.js'
import { taxonomies } from '../../registrations/taxonomies.js'
import { deletionReply } from '../../rest/deletion-reply.js'
import { extraInput, setExtraFields } from '../../rest/extra-fields.js'
import { emptyForNull } from '../../rest/null-arguments.js'
import { replyToWrite } from '../../rest/report-failures.js'
import type { SiteContext } from '../../site-context.js'
import type { TermRecord } from '../../storage/index.js'
import { deleteTerm } from './delete-term.js'
import { insertTerm, updateTerm } from './store-term.js'
import { termDeleted, termSaved } from './term-events.js'
import { takesOffset, termListArgs } from './term-list-args.js'
import {
  addressedTerm,
  mayCreateTerm,
  mayDeleteTerm,
  mayListTerms,
  mayReadTerm,
  mayUpdateTerm,
  noSuchTerm,
} from './term-permissions.js'
import { termFilter, termOrder, termWindow } from './term-query.js'
import { notHierarchical } from './term-refusals.js'
import { type TermDraft, termResource, termsUrl } from './term-resource.js'

type TermResource = Resource<TermRecord, TermDraft>

const stateOf = (term: TermRecord) => ({ version: term.version })
const id = { description: 'The identifier of the term.', type: 'integer' } as const
const force = {
  description: 'Must be true: terms cannot be moved to the trash.',
  type: 'boolean',
  default: false,
} as const

/** Meta is refused value by value, by the validator's own codes. */
const UNCHECKED = ['meta'] as const

/** The routes of every taxonomy that shows in the interface and has no resource of its own. */
export function registerTerms(site: SiteContext): void {
  for (const taxonomy of site.get(taxonomies).all()) {
    if (taxonomy.showInRest && taxonomy.controller === 'terms') registerTaxonomyTerms(site, taxonomy)
  }
}

function registerTaxonomyTerms(site: SiteContext, taxonomy: Taxonomy): void {
  const resource = termResource(site, taxonomy)
  const context = resource.contextArg()

  site.registry.route(taxonomy.restNamespace, `/${taxonomy.restBase}`, {
    batch: true,
    schema: () => resource.schema,
    endpoints: [
      endpoint({
        methods: 'GET',
        args: termListArgs(taxonomy, site.dialect, context),
        cacheable: true,
        permission: request => mayListTerms(site, taxonomy, request),
        handler: request => listTerms(site, taxonomy, resource, request),
      }),
      endpoint({
        methods: 'POST',
        args: resource.createArgs(),
        skipValidation: UNCHECKED,
        emptyForNull: emptyForNull(site, resource.createArgs()),
        permission: request => mayCreateTerm(taxonomy, request),
        body: { signedIn: true },
        handler: request => createTerm(site, taxonomy, resource, request),
      }),
    ],
  })

  site.registry.route(taxonomy.restNamespace, `/${taxonomy.restBase}/{id}`, {
    batch: true,
    schema: () => resource.schema,
    endpoints: [
      endpoint({
        methods: 'GET',
        args: { id, context },
        cacheable: true,
        permission: request => mayReadTerm(site, taxonomy, request),
        handler: async request => {
          const term = await addressed(site, taxonomy, request)
          return { ...(await resource.reply(term, request)), state: stateOf(term) }
        },
      }),
      endpoint({
        methods: ['POST', 'PUT', 'PATCH'],
        args: { id, ...resource.updateArgs() },
        skipValidation: UNCHECKED,
        emptyForNull: emptyForNull(site, resource.updateArgs()),
        permission: request => mayUpdateTerm(site, taxonomy, request),
        body: { signedIn: true },
        state: async request => stateOf(await addressed(site, taxonomy, request)),
        handler: request => changeTerm(site, taxonomy, resource, request),
      }),
      endpoint({
        methods: 'DELETE',
        args: { id, force },
        permission: request => mayDeleteTerm(site, taxonomy, request),
        state: async request => stateOf(await addressed(site, taxonomy, request)),
        handler: request => removeTerm(site, taxonomy, resource, request),
      }),
    ],
  })
}

async function addressed(site: SiteContext, taxonomy: Taxonomy, request: HandlerRequest): Promise<TermRecord> {
  const term = await addressedTerm(site, taxonomy, request)
  if (term === undefined) throw noSuchTerm()
  return term
}

/** What a request sends of a term. */
async function draftOf(taxonomy: Taxonomy, resource: TermResource, request: HandlerRequest): Promise<TermDraft> {
  const { parent } = request.params
  if (!taxonomy.hierarchical && parent !== undefined && parent !== null) throw notHierarchical()
  const draft: TermDraft = {}
  await resource.apply(draft, request)
  return draft
}

async function listTerms(
  site: SiteContext,
  taxonomy: Taxonomy,
  resource: TermResource,
  request: HandlerRequest,
): Promise<Reply> {
  const { page, perPage, offset } = termWindow(request, takesOffset(taxonomy, site.dialect))
  const found = await site.store.terms.find({
    where: await termFilter(site, taxonomy, request),
    order: termOrder(request),
    limit: perPage,
    offset,
    total: true,
  })
  const items = await resource.present(found.records, request)
  return pageReply({ items, total: found.total ?? 0, page, perPage }, request, site.registry)
}

async function createTerm(
  site: SiteContext,
  taxonomy: Taxonomy,
  resource: TermResource,
  request: HandlerRequest,
): Promise<Reply> {
  const draft = await draftOf(taxonomy, resource, request)
  const principal = site.principal(request)
  const term = await inTransaction(site, async tx => {
    const { store: contents } = tx
    const inserted = await insertTerm({ site, contents, taxonomy, principal }, draft)
    await setExtraFields(tx, principal, taxonomy.name, inserted, extraInput(site, taxonomy.name, request))
    return inserted
  })
  await site.hooks.emit(termSaved, { term, before: undefined })
  const headers = { Location: `${termsUrl(site, taxonomy)}/${term.id}` }
  return { ...(await replyToWrite(site, resource, term, request)), status: 201, headers, state: stateOf(term) }
}

async function changeTerm(
  site: SiteContext,
  taxonomy: Taxonomy,
  resource: TermResource,
  request: HandlerRequest,
): Promise<Reply> {
  const { id } = await addressed(site, taxonomy, request)
  const draft = await draftOf(taxonomy, resource, request)
  const principal = site.principal(request)
  const { before, term } = await inTransaction(site, async tx => {
    const { store: contents } = tx
    const updated = await updateTerm({ site, contents, taxonomy, principal }, id, draft, request.expectedVersion)
    await setExtraFields(tx, principal, taxonomy.name, updated.term, extraInput(site, taxonomy.name, request))
    return updated
  })
  await site.hooks.emit(termSaved, { term, before })
  return { ...(await replyToWrite(site, resource, term, request)), state: stateOf(term) }
}

async function removeTerm(
  site: SiteContext,
  taxonomy: Taxonomy,
  resource: TermResource,
  request: HandlerRequest,
): Promise<Reply> {
  const term = await addressed(site, taxonomy, request)
  if (request.params['force'] !== true) {
    throw new RestError('rest_trash_not_supported', 'Terms cannot be moved to the trash. Set force to delete it.', 501)
  }
  return deletionReply(resource, term, request, undefined, async () => {
    const deleted = await site.store.transaction(contents => deleteTerm(site, contents, taxonomy, term, request))
    await site.hooks.emit(termDeleted, { term: deleted })
  })
}
