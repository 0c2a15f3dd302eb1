import {
  type ArgValidator,
  type HandlerRequest,
  type MaybePromise,
  pageReply,
  type Reply,
  type Resource,
  whenAvailable,
} from '@platen/core'
import type { SiteContext } from '../../kernel/context/index.js'
import { type Operation, perform } from '../../kernel/operations/index.js'
import { type TermRecord, terms, termsIn, whereTerms } from '../../kernel/records/index.js'
import {
  addedCondition,
  collectionUrl,
  countedResults,
  crudRoutes,
  extraInput,
  findPage,
  requestedOrder,
  withAddedArgs,
} from '../../kernel/rest/index.js'
import type { Taxonomy } from '../types/index.js'
import type { TermInput, TermTarget } from './operations/term-input.js'
import { type FoundTerms, listedTerms, preloadTerms, preloadTermsOfPosts } from './rest/preload-terms.js'
import { acceptsOffset, termFilter, termListArgs, termOrder, termWindow } from './rest/term-query.js'
import { mayCreateTerm, noSuchTerm } from './rules/term-access.js'
import { addressedTerm, mayDelete, mayListTerms, mayReadTerm, mayUpdate } from './rules/term-permissions.js'

// The basis for families of other features; the REST files stay private.
export { loadTermView, type TermNeed, type TermView, termFields, termLinks } from './rest/term-resource.js'

/** The differences between families of terms; `I` is the input of their operations. */
export interface TermFamily<I extends TermInput> {
  readonly resource: Resource<TermRecord, I>
  /** An input that sets nothing. */
  readonly input: () => I
  /** Validators of the arguments of create and update. */
  readonly validators?: Readonly<Record<string, ArgValidator>>
  readonly create: Operation<I & Pick<TermRecord, 'taxonomy'>, TermRecord>
  readonly update: Operation<I & TermTarget, TermRecord>
  readonly remove: Operation<TermTarget, TermRecord>
}

/** Declares the routes of a taxonomy, by its registration and what differs in its family. */
export function termFamily<I extends TermInput>(site: SiteContext, taxonomy: Taxonomy, family: TermFamily<I>): void {
  const { resource, validators } = family
  const extras = extraInput(site, taxonomy.name)
  const input = async (request: HandlerRequest): Promise<I> => {
    const sent = Object.assign(family.input(), { fields: extras(request) })
    await resource.apply(sent, request)
    // Only hierarchical taxonomies declare the argument, and the operation refuses it for all others.
    const { parent } = request.params
    if (!taxonomy.hierarchical && parent !== undefined && parent !== null) sent.parent = Number(parent)
    return sent
  }
  const target = ({ id }: TermRecord, request: HandlerRequest) => ({ id, version: request.expectedVersion })
  const change = <T>(operation: Operation<T, TermRecord>, input: T, request: HandlerRequest) =>
    perform(site, operation, site.principal(request), input)

  crudRoutes<TermRecord>(
    site,
    { namespace: taxonomy.restNamespace, path: `/${taxonomy.restBase}`, batch: true },
    {
      resource,
      id: 'The identifier of the term.',
      url: collectionUrl(site, taxonomy),
      find: request => addressedTerm(site, taxonomy, request),
      notFound: noSuchTerm,
      list: {
        args: withAddedArgs(site, taxonomy.name, terms, termListArgs(taxonomy, site.dialect, resource.contextArg())),
        permission: request => mayListTerms(site, taxonomy, request),
        preload: requests => preloadTermsOfPosts(site, taxonomy, resource, requests),
        handler: request => listTerms(site, taxonomy, resource, request),
      },
      create: {
        validators,
        permission: request => mayCreateTerm(taxonomy, request.principal),
        run: async request => change(family.create, { ...(await input(request)), taxonomy: taxonomy.name }, request),
      },
      read: {
        permission: request => mayReadTerm(site, taxonomy, request),
        preload: requests => preloadTerms(site, taxonomy, resource, requests),
      },
      update: {
        validators,
        permission: request => mayUpdate(site, taxonomy, request),
        run: async (term, request) =>
          change(family.update, { ...(await input(request)), ...target(term, request) }, request),
      },
      remove: {
        force: 'Must be true: terms cannot be moved to the trash.',
        trash: 'Terms cannot be moved to the trash. Set force to delete it.',
        permission: request => mayDelete(site, taxonomy, request),
        run: (term, request) => change(family.remove, target(term, request), request),
      },
    },
  )
}

function listTerms(
  site: SiteContext,
  taxonomy: Taxonomy,
  resource: Pick<Resource<TermRecord, never>, 'present'>,
  request: HandlerRequest,
): MaybePromise<Reply> {
  const { page, perPage, offset } = termWindow(request, acceptsOffset(taxonomy, site.dialect))
  const finding = request.once(listedTerms, async (): Promise<FoundTerms> => {
    const added = await addedCondition<TermRecord>(site, taxonomy.name, request)
    const where = whereTerms.and(await termFilter(site, taxonomy, request), added)
    const order = requestedOrder<TermRecord>(site, taxonomy.name, request, params =>
      termOrder({ params, has: request.has }),
    )
    const query = {
      where,
      order,
      limit: perPage,
      offset,
      total: added === undefined || countedResults(site, offset, perPage),
    }
    return findPage(site, request, termsIn(site.store), query)
  })
  return whenAvailable(finding, ({ records, total, capped, cursor }) =>
    whenAvailable(resource.present(records, request), items =>
      pageReply({ items, total, capped, cursor, page, perPage }, request, site.registry),
    ),
  )
}
