import {
  type HandlerRequest,
  type MaybePromise,
  type Method,
  memoKey,
  type PermissionResult,
  type Principal,
  RestError,
  whenAvailable,
} from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import type { OptionSnapshot } from '../../../kernel/options/index.js'
import { type PostRecord, postsIn, type TermRecord, termsIn } from '../../../kernel/records/index.js'
import { refusal } from '../../../kernel/refusals/index.js'
import { recordById } from '../../../kernel/rest/index.js'
import { canReadPost, inheritedOnce } from '../../posts/index.js'
import { postTypes, type Taxonomy, taxonomiesOfType } from '../../types/index.js'
import { canDeleteTerm, mayDeleteTerm, mayEditTerm, mayReadTerms, noSuchTerm } from './term-access.js'

/** The term that posts without one get, or 0. */
function defaultTermOf(taxonomy: Taxonomy, options: Pick<OptionSnapshot, 'number'>): number {
  return taxonomy.defaultTermOption === undefined ? 0 : options.number(taxonomy.defaultTermOption)
}

type Permission = (site: SiteContext, taxonomy: Taxonomy, request: HandlerRequest) => MaybePromise<PermissionResult>

/** The methods that a caller may use on a term: by the same rules as the endpoints. */
export function allowedOnTerm(
  taxonomy: Taxonomy,
  term: TermRecord,
  principal: Principal,
  options: OptionSnapshot,
): readonly Method[] {
  const allowed: Method[] = ['GET']
  if (principal.can('edit_term', term)) allowed.push('POST', 'PUT', 'PATCH')
  if (canDeleteTerm(principal, term, defaultTermOf(taxonomy, options))) allowed.push('DELETE')
  return allowed
}

export const addressedTermKey = memoKey<MaybePromise<TermRecord | undefined>>('term')

/** The post whose terms a request lists. */
export const listedPost = memoKey<MaybePromise<PostRecord | undefined>>('post')

/** The term that a request addresses, loaded once; `undefined` if it is not in the taxonomy. */
export function addressedTerm(
  site: SiteContext,
  taxonomy: Taxonomy,
  request: HandlerRequest,
): MaybePromise<TermRecord | undefined> {
  return request.once(addressedTermKey, async () => {
    const term = await recordById(termsIn(site.store), request.params['id'])
    return term?.taxonomy === taxonomy.name ? term : undefined
  })
}

/**
 * Who may list terms: callers who may read them; in the context `edit`, callers who may edit them; for the terms of a
 * post, callers who may read the post.
 */
export const mayListTerms: Permission = (site, taxonomy, request) => {
  if (request.params['context'] === 'edit' && !request.principal.can(taxonomy.capabilities.edit_terms)) {
    return refusal(request, 'rest_forbidden_context', 'You are not allowed to read terms in the context "edit".')
  }
  const read = mayReadTerms(site, taxonomy, request.principal)
  const id = request.params['post']
  if (read !== true || id === 0) return read
  if (typeof id === 'number') return mayReadTermsOf(site, taxonomy, id, request)
  // A refused value is not a post.
  const sent = request.query['post']
  return sent === undefined || sent === '' ? read : noSuchPost()
}

const noSuchPost = () => new RestError('rest_post_invalid_id', 'There is no such post.', 400)

function mayReadTermsOf(
  site: SiteContext,
  taxonomy: Taxonomy,
  id: number,
  request: HandlerRequest,
): MaybePromise<PermissionResult> {
  const { principal } = request
  const finding = id > 0 ? request.once(listedPost, () => postsIn(site.store).get(id)) : undefined
  return whenAvailable(finding, post => {
    if (post === undefined) return noSuchPost()
    const type = site.get(postTypes).get(post.type)
    const readable = type !== undefined && (type.capabilities.read === 'read' || principal.can(type.capabilities.read))
    const carries = readable && taxonomiesOfType(site, type).includes(taxonomy)
    return whenAvailable(carries ? inheritedOnce(site, post, request) : undefined, parent =>
      carries && canReadPost(site, post, principal, parent)
        ? true
        : refusal(request, 'rest_forbidden_context', 'You are not allowed to see the terms of this post.'),
    )
  })
}

/** The permission for an action on the addressed term, which `may` decides for the stored term. */
const ofAddressedTerm =
  (
    may: (
      term: TermRecord,
      taxonomy: Taxonomy,
      request: HandlerRequest,
      options: OptionSnapshot,
      site: SiteContext,
    ) => PermissionResult,
  ) =>
  async (site: SiteContext, taxonomy: Taxonomy, request: HandlerRequest): Promise<PermissionResult> => {
    const term = await addressedTerm(site, taxonomy, request)
    return term === undefined ? noSuchTerm() : may(term, taxonomy, request, await site.options(), site)
  }

/**
 * Who may read one term: callers who may read terms of the taxonomy; in the context `edit`, callers who may edit the
 * term.
 */
export const mayReadTerm = ofAddressedTerm((term, taxonomy, request, _options, site) =>
  request.params['context'] === 'edit' && !request.principal.can('edit_term', term)
    ? refusal(request, 'rest_forbidden_context', 'You are not allowed to read this term in the context "edit".')
    : mayReadTerms(site, taxonomy, request.principal),
)

export const mayUpdate = ofAddressedTerm((term, _taxonomy, { principal }) => mayEditTerm(principal, term))

export const mayDelete = ofAddressedTerm((term, taxonomy, { principal }, options) =>
  mayDeleteTerm(principal, term, defaultTermOf(taxonomy, options)),
)
