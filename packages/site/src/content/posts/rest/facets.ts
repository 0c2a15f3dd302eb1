import {
  type Args,
  changedRequest,
  type EndpointDefinition,
  endpoint,
  type HandlerRequest,
  type Schema,
} from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import {
  assignmentsIn,
  indexedMetaIn,
  postsIn,
  whereAssignments,
  whereIndexedMeta,
  wherePosts,
  whereTerms,
} from '../../../kernel/records/index.js'
import { RegistrationError } from '../../../kernel/registrations/index.js'
import { facetOf, indexText, type ListedKey, listedKeys, META_PREFIX, requestedKey } from '../../meta/index.js'
import { type PostType, type Taxonomy, taxonomiesOfType } from '../../types/index.js'
import { facetLimitOption } from '../post-options.js'
import type { ListedStatuses } from './listed-statuses.js'
import { type PostListExtras, postListQuery } from './post-query.js'

/** A value that posts of a list have, and how many of them. */
interface FacetValue {
  readonly value: string | number | boolean
  readonly count: number
}

/** The list whose posts are counted. */
interface FacetedList extends ListedStatuses {
  readonly permission: EndpointDefinition<Args>['permission']
  readonly extras?: ((request: HandlerRequest) => PostListExtras) | undefined
}

/** Arguments of lists that select a page; here, they are undeclared, and may be anything. */
const OF_PAGES = ['page', 'per_page', 'offset', 'order', 'orderby', 'ignore_sticky']

/** Arguments that only facets have. */
const OWN_ARGS = ['facets', 'values']

const DEFAULT_LIMIT = 5000
const DEFAULT_VALUES = 20
const MOST_VALUES = 100
const MOST_FACETS = 10

const facetsSchema: Schema = {
  title: 'facets',
  type: 'object',
  properties: {
    facets: {
      description: 'The values by facet, those of most posts first.',
      type: 'object',
      additionalProperties: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            value: { description: 'The value, or the id of the term.', type: ['string', 'number', 'boolean'] },
            count: { description: 'The number of posts that have it.', type: 'integer' },
          },
        },
      },
    },
    counted: { description: 'The number of posts that were counted.', type: 'integer' },
    capped: { description: 'Whether there are more posts: only the latest were counted.', type: 'boolean' },
  },
}

/**
 * Declares the route that counts the posts of a list by the values of declared facets and by terms. It has the filters of
 * the list. A route of its own can be cached and requested beside the page, and lists remain arrays.
 */
export function registerFacets(
  site: SiteContext,
  type: PostType,
  { args: listArgs, extras, ...list }: FacetedList,
): void {
  const keys = listedKeys(site, type.name)?.facets ?? []
  if (keys.length === 0) return
  const taxonomies = taxonomiesOfType(site, type)
  const names = [...keys.map(({ name }) => `${META_PREFIX}${name}`), ...taxonomies.map(({ restBase }) => restBase)]
  for (const name of OWN_ARGS)
    if (Object.hasOwn(listArgs, name))
      throw new RegistrationError(`the list "${type.name}" has an argument "${name}", which is one of its facets`)
  const filters = Object.fromEntries(Object.entries(listArgs).filter(([name]) => !OF_PAGES.includes(name)))
  const args: Args = {
    ...filters,
    facets: {
      description: 'What the posts are counted by.',
      type: 'array',
      items: { type: 'string', enum: names },
      required: true,
      minItems: 1,
      maxItems: MOST_FACETS,
    },
    values: {
      description: 'The most values of a facet.',
      type: 'integer',
      default: DEFAULT_VALUES,
      minimum: 1,
      maximum: MOST_VALUES,
    },
  }
  site.registry.route(type.restNamespace, `/${type.restBase}/facets`, {
    responseSchema: facetsSchema,
    endpoints: [
      endpoint({
        ...list,
        methods: 'GET',
        responds: { shape: 'item' },
        args,
        cacheable: true,
        handler: async request => ({ body: await countFacets(site, type, keys, request, extras?.(request)) }),
      }),
    ],
  })
}

async function countFacets(
  site: SiteContext,
  type: PostType,
  keys: readonly ListedKey[],
  request: HandlerRequest,
  extras: PostListExtras | undefined,
) {
  const { facets, values: most } = request.params as { readonly facets: readonly string[]; readonly values: number }
  const taxonomies = taxonomiesOfType(site, type)
  const requested = await Promise.all(
    [...new Set(facets)].map(async name => {
      const taxonomy = taxonomies.find(({ restBase }) => restBase === name)
      return { name, taxonomy, key: taxonomy === undefined ? await requestedKey(site, keys, name, request) : undefined }
    }),
  )
  const isProtected = requested.some(({ key }) => key?.key.partOfContent === true)
  const params = Object.fromEntries(Object.entries(request.params).filter(([name]) => !OF_PAGES.includes(name)))
  const { query } = await postListQuery(site, type, changedRequest(request, { params }), extras)
  const limit = facetLimitOption.of(site) ?? DEFAULT_LIMIT
  const found = await postsIn(site.store).pick([], {
    where: isProtected ? wherePosts.and(query.where, wherePosts.eq('password', '')) : query.where,
    order: [{ by: 'field', field: 'date', direction: 'desc' }],
    limit: limit + 1,
  })
  const ids = found.slice(0, limit).map(({ id }) => id)
  const counts = await Promise.all(
    requested.map(async ({ name, key, taxonomy }) => {
      const all = key ? await countValues(site, key, ids) : taxonomy ? await countTerms(site, taxonomy, ids) : []
      return [name, [...all].sort(byCount).slice(0, most)] as const
    }),
  )
  return { facets: Object.fromEntries(counts), counted: ids.length, capped: found.length > limit }
}

/** The most frequent values first, and equally frequent ones by value. */
const byCount = (one: FacetValue, other: FacetValue): number =>
  other.count - one.count || (one.value < other.value ? -1 : 1)

async function countValues(site: SiteContext, key: ListedKey, ids: readonly number[]): Promise<readonly FacetValue[]> {
  const { and, in: isIn } = whereIndexedMeta
  const labels = await indexedMetaIn(site.store).tally('label', and(facetOf(key), isIn('object', ids)))
  const { time } = await site.options()
  // Texts that are equal to filters are one value, by its most frequent spelling.
  const spellings = new Map<string, { readonly label: string; readonly most: number; readonly count: number }>()
  for (const [label, count] of labels) {
    const same = indexText(key.type, valueOfLabel(key, label), time) ?? label
    const other = spellings.get(same) ?? { label, most: 0, count: 0 }
    const isMore = count > other.most || (count === other.most && label < other.label)
    spellings.set(same, {
      label: isMore ? label : other.label,
      most: isMore ? count : other.most,
      count: other.count + count,
    })
  }
  return [...spellings.values()].map(({ label, count }) => ({ value: valueOfLabel(key, label), count }))
}

const valueOfLabel = ({ type }: ListedKey, label: string): FacetValue['value'] =>
  type === 'number' ? Number(label) : type === 'boolean' ? label === 'true' : label

async function countTerms(
  site: SiteContext,
  taxonomy: Taxonomy,
  ids: readonly number[],
): Promise<readonly FacetValue[]> {
  const { and, in: isIn, exists } = whereAssignments
  const ofTaxonomy = exists(whereTerms, { foreign: 'id', local: 'term' }, whereTerms.eq('taxonomy', taxonomy.name))
  const counts = await assignmentsIn(site.store).tally('term', and(isIn('object', ids), ofTaxonomy))
  return [...counts].map(([term, count]) => ({ value: Number(term), count }))
}
