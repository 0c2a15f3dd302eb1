import {
  addToFirstTag,
  type BlockUse,
  type BlockValues,
  escapeHtml,
  repeatedClasses,
  wrapperAttributes,
} from '@platen/rendering'
import type { FieldOf } from '@platen/storage'
import {
  type BlockScope,
  countOnce,
  defineBlock,
  hasMembers,
  linkColorClasses,
  membersOf,
  TEMPLATE_SUPPORTS,
} from '../../../kernel/blocks/index.js'
import { type TermRecord, termsIn, whereTerms } from '../../../kernel/records/index.js'
import { findShown } from '../../../kernel/rest/index.js'
import { taxonomies } from '../../types/index.js'
import { listedTerms } from './used-terms.js'

const contextOf = ({ id, taxonomy }: TermRecord): BlockValues => ({ termId: id, taxonomy })

/** `core/term-template`: shows its inner blocks for each term of the query around it. */
export const termTemplate = defineBlock({
  name: 'core/term-template',
  apiVersion: 3,
  title: 'Term Template',
  category: 'theme',
  description: 'Contains the blocks that show each term of a query.',
  ancestor: ['core/terms-query'],
  usesContext: ['termQuery'],
  attributes: {},
  supports: TEMPLATE_SUPPORTS,

  load: loadQueryTerms,

  repeat: ({ context }, termsOf) => termsOf(context).map(contextOf),

  render(_attributes, _content, termsOf, scope) {
    const terms = termsOf(scope.context)
    if (terms.length === 0) return ''
    const place = { ...scope, count: countOnce(scope.count) }
    const wrapper = wrapperAttributes(place, linkColorClasses(scope.block.attributes))
    const repeated = repeatedClasses(place)
    const items = terms.map(term => {
      const html = scope.innerOf(contextOf(term))
      if (html === undefined) return ''
      const classes = escapeHtml(`wp-block-term term-${term.id} ${term.taxonomy} taxonomy-${term.taxonomy}`)
      return `<li class="${classes}">${addToFirstTag(html, repeated)}</li>`
    })
    return `<ul${wrapper}>${items.join('')}</ul>`
  },
})

/** The maximum number of queries for lists of terms on a page of records, and of terms in each list. */
const MAX_LISTS = 20
const MAX_TERMS = 500
const MAX_IDS = 100

/** The terms of each use of a block, by the context that its query provides. */
export type QueryTerms = (context: BlockValues) => readonly TermRecord[]

/** The terms that the block of a query requests. */
interface TermRequest {
  readonly taxonomy: string
  readonly limit: number
  readonly field: FieldOf<TermRecord>
  readonly direction: 'asc' | 'desc'
  readonly include: readonly number[]
  readonly hideEmpty: boolean
  readonly showNested: boolean
}

const FIELDS: Readonly<Record<string, FieldOf<TermRecord>>> = { name: 'name', slug: 'slug', count: 'count', id: 'id' }

function termRequest({ termQuery }: BlockValues): TermRequest {
  const { taxonomy, perPage, order, orderBy, include, hideEmpty, showNested } = membersOf(termQuery)
  const count = typeof perPage === 'number' ? Math.abs(Math.trunc(perPage)) : 10
  const ids = Array.isArray(include) ? include.slice(0, MAX_IDS).map(Number) : []
  const included = [...new Set(ids.filter(id => Number.isSafeInteger(id) && id > 0))]
  return {
    taxonomy: typeof taxonomy === 'string' ? taxonomy : 'category',
    limit: count === 0 ? MAX_TERMS : Math.min(count, MAX_TERMS),
    field: (typeof orderBy === 'string' && Object.hasOwn(FIELDS, orderBy) && FIELDS[orderBy]) || 'name',
    direction: order === 'desc' ? 'desc' : 'asc',
    include: included,
    hideEmpty: hideEmpty !== false,
    showNested: showNested === true,
  }
}

async function findTerms(request: TermRequest, { site }: BlockScope): Promise<readonly TermRecord[]> {
  const taxonomy = site.get(taxonomies).get(request.taxonomy)
  if (taxonomy?.publiclyQueryable !== true || taxonomy.restricted) return []
  const { and, eq, gt, in: isIn } = whereTerms
  const { field, direction, limit, include } = request
  const records = await findShown(termsIn(site.store), {
    where: and(
      eq('taxonomy', taxonomy.name),
      include.length > 0 ? isIn('id', include) : undefined,
      request.hideEmpty ? gt('count', 0) : undefined,
      taxonomy.hierarchical && !request.showNested && include.length === 0 ? eq('parent', 0) : undefined,
    ),
    order:
      include.length > 0
        ? [{ by: 'position', field: 'id', values: include }]
        : [{ by: 'field', field, direction, ...(field === 'name' ? { folded: true } : {}) }],
    limit,
  })
  return records
}

/** Loads the terms of the queries around the uses of a block: a query for each that differs from the others. */
async function loadQueryTerms(uses: readonly BlockUse<unknown>[], scope: BlockScope): Promise<QueryTerms> {
  const requests = new Map<string, TermRequest>()
  for (const { context } of uses) {
    const request = termRequest(context)
    if (requests.size < MAX_LISTS) requests.set(JSON.stringify(request), request)
  }
  const lists = new Map(
    await Promise.all([...requests].map(async ([key, request]) => [key, await findTerms(request, scope)] as const)),
  )
  const listed = listedTerms(scope)
  for (const term of [...lists.values()].flat()) listed.set(term.id, term)
  return context =>
    (hasMembers(context['termQuery']) ? lists.get(JSON.stringify(termRequest(context))) : undefined) ?? []
}
