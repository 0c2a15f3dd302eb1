import { type HandlerRequest, pageReply, type Reply, type Resource } from '@platen/core'
import { inTransaction } from '../../operations/tx.js'
import { type Taxonomy, taxonomies } from '../../registrations/taxonomies.js'
import { crudRoutes } from '../../rest/crud-routes.js'
import { extraInput } from '../../rest/extra-fields.js'
import type { SiteContext } from '../../site-context.js'
import { type FoundTerms, listedTerms, preloadTerms, preloadTermsOfPosts } from './preload-terms.js'
import { mayCreateTerm, noSuchTerm } from './term-access.js'
import type { TermRecord } from './term-collection.js'
import type { TermInput } from './term-input.js'
import { acceptsOffset, termListArgs } from './term-list-args.js'
import { createTerm, deleteTerm, updateTerm } from './term-operations.js'
import { addressedTerm, mayDelete, mayListTerms, mayReadTerm, mayUpdate } from './term-permissions.js'
import { termFilter, termOrder, termWindow } from './term-query.js'
import { termResource, termsUrl } from './term-resource.js'

/** The routes of every taxonomy that shows in the interface and has no resource of its own. */
export function registerTerms(site: SiteContext): void {
  for (const taxonomy of site.get(taxonomies).all()) {
    if (taxonomy.showInRest && taxonomy.controller === 'terms') registerTaxonomyTerms(site, taxonomy)
  }
}

function registerTaxonomyTerms(site: SiteContext, taxonomy: Taxonomy): void {
  const resource = termResource(site, taxonomy)
  const input = async (request: HandlerRequest): Promise<TermInput> => {
    const sent: TermInput = { fields: extraInput(site, taxonomy.name, request) }
    await resource.apply(sent, request)
    // Only hierarchical taxonomies declare the argument, and the operation refuses it for all others.
    const { parent } = request.params
    if (!taxonomy.hierarchical && parent !== undefined && parent !== null) sent.parent = Number(parent)
    return sent
  }
  const target = ({ id }: TermRecord, request: HandlerRequest) => ({ id, version: request.expectedVersion })

  crudRoutes<TermRecord>(
    site,
    { namespace: taxonomy.restNamespace, path: `/${taxonomy.restBase}`, batch: true },
    {
      resource,
      id: 'The identifier of the term.',
      url: termsUrl(site, taxonomy),
      find: request => addressedTerm(site, taxonomy, request),
      notFound: noSuchTerm,
      list: {
        args: termListArgs(taxonomy, site.dialect, resource.contextArg()),
        permission: request => mayListTerms(site, taxonomy, request),
        preload: requests => preloadTermsOfPosts(site, taxonomy, resource, requests),
        handler: request => listTerms(site, taxonomy, resource, request),
      },
      create: {
        permission: request => mayCreateTerm(taxonomy, request.principal),
        async run(request) {
          const term = { ...(await input(request)), taxonomy: taxonomy.name }
          return inTransaction(site, tx => createTerm(tx, site.principal(request), term))
        },
      },
      read: {
        permission: request => mayReadTerm(site, taxonomy, request),
        preload: requests => preloadTerms(site, taxonomy, resource, requests),
      },
      update: {
        permission: request => mayUpdate(site, taxonomy, request),
        async run(term, request) {
          const changes = { ...(await input(request)), ...target(term, request) }
          return inTransaction(site, tx => updateTerm(tx, site.principal(request), changes))
        },
      },
      remove: {
        force: 'Must be true: terms cannot be moved to the trash.',
        trash: 'Terms cannot be moved to the trash. Set force to delete it.',
        permission: request => mayDelete(site, taxonomy, request),
        run: (term, request) =>
          inTransaction(site, tx => deleteTerm(tx, site.principal(request), target(term, request))),
      },
    },
  )
}

async function listTerms(
  site: SiteContext,
  taxonomy: Taxonomy,
  resource: Resource<TermRecord, TermInput>,
  request: HandlerRequest,
): Promise<Reply> {
  const { page, perPage, offset } = termWindow(request, acceptsOffset(taxonomy, site.dialect))
  const found = await request.once(listedTerms, async (): Promise<FoundTerms> => {
    const filter = await termFilter(site, taxonomy, request)
    return site.store.terms.find({ where: filter, order: termOrder(request), limit: perPage, offset, total: true })
  })
  const items = await resource.present(found.records, request)
  return pageReply({ items, total: found.total ?? 0, page, perPage }, request, site.registry)
}
