import type { HandlerRequest } from '@platen/core'
import { type Condition, fold, type Query } from '@platen/storage'
import type { SiteContext } from '../../../kernel/context/index.js'
import type { OptionSnapshot } from '../../../kernel/options/index.js'
import { type TermRecord, termsIn, whereTerms } from '../../../kernel/records/index.js'
import {
  addedSearchCondition,
  collectionUrl,
  countedResults,
  findList,
  omittedMembers,
} from '../../../kernel/rest/index.js'
import {
  ancestorsOf,
  FORMAT_SLUG_PREFIX,
  FORMAT_TAXONOMY,
  POST_FORMATS,
  type TermAncestors,
  termLink,
} from '../../posts/index.js'
import type { SearchHandler, SearchItem, SearchQuery } from '../../search/index.js'
import { type Taxonomy, taxonomies } from '../../types/index.js'
import { allowedOnTerm } from '../rules/term-permissions.js'
import { textCondition } from './term-query.js'

const NO_ANCESTORS: TermAncestors = new Map()

function termQuery(
  site: SiteContext,
  { text, subtypes, include, exclude, offset, limit }: SearchQuery,
  added: Condition<TermRecord> | undefined,
): Query<TermRecord> {
  const condition = whereTerms.and(
    whereTerms.in('taxonomy', subtypes),
    include.length > 0
      ? whereTerms.in('id', include)
      : exclude.length > 0
        ? whereTerms.notIn('id', exclude)
        : undefined,
    added,
    textCondition(text),
  )
  return {
    where: condition,
    order: [{ by: 'field', field: 'name', direction: 'asc', folded: true }],
    limit,
    offset,
    total: added === undefined || countedResults(site, offset, limit),
  }
}

function termItem(
  site: SiteContext,
  term: TermRecord,
  ancestors: TermAncestors,
  options: OptionSnapshot,
  request: HandlerRequest,
): SearchItem {
  const taxonomy = site.get(taxonomies).get(term.taxonomy) as Taxonomy
  return {
    id: term.id,
    type: term.taxonomy,
    omitted: omittedMembers(term).flatMap(field => (field === 'name' ? ['title'] : [])),
    title: () => term.name,
    url: () => termLink(site, term, ancestors.get(term.id) ?? [], options),
    links: () => ({
      self: [
        {
          embeddable: true,
          href: `${collectionUrl(site, taxonomy)}/${term.id}`,
          targetHints: { allow: allowedOnTerm(taxonomy, term, site.principal(request), options) },
        },
      ],
      about: [{ href: `${site.apiUrl}/${site.namespace}/taxonomies/${term.taxonomy}` }],
    }),
  }
}

/** Searches the terms of all public taxonomies, by name and slug. */
export function termSearchHandler(site: SiteContext): SearchHandler {
  const subtypes = site
    .get(taxonomies)
    .filter(taxonomy => taxonomy.public && taxonomy.showInRest)
    .map(taxonomy => taxonomy.name)
  return {
    subtypes,
    showsSubtypes: false,
    appliesListArguments: true,
    async find(query, request) {
      const others = (name: string) => whereTerms.ne('taxonomy', name)
      const added = await addedSearchCondition(site, whereTerms, query.subtypes, others, request)
      const {
        records,
        total = 0,
        capped,
      } = await findList(
        site,
        request,
        limits => termsIn(site.store).find({ ...limits, ...termQuery(site, query, added) }),
        query.limit,
      )
      const nested = records.filter(term => site.get(taxonomies).get(term.taxonomy)?.rewriteHierarchical === true)
      const ancestors = request.fields.wants('url') ? await ancestorsOf(site.store, nested) : NO_ANCESTORS
      const options = await site.options()
      return { items: records.map(term => termItem(site, term, ancestors, options, request)), total, capped }
    },
  }
}

const labelOf = (format: string) => format.charAt(0).toUpperCase() + format.slice(1)

/** Searches the formats that posts use. A format is not a resource: it has no URL in the interface. */
export function formatSearchHandler(site: SiteContext): SearchHandler {
  return {
    subtypes: [],
    showsSubtypes: false,
    async find({ text, offset, limit }) {
      const { records } = await termsIn(site.store).find({ where: whereTerms.eq('taxonomy', FORMAT_TAXONOMY) })
      const bySlug = new Map<string, TermRecord>(records.map(term => [term.slug, term]))
      const sought = fold(text)
      const options = await site.options()
      const items = [...POST_FORMATS].sort().flatMap(format => {
        const term = bySlug.get(`${FORMAT_SLUG_PREFIX}${format}`)
        if (term === undefined || !fold(labelOf(format)).includes(sought)) return []
        return {
          id: format,
          type: FORMAT_TAXONOMY.replace('_', '-'),
          title: () => labelOf(format),
          url: () => termLink(site, { ...term, slug: format }, [], options),
          links: () => ({}),
        }
      })
      return { items: items.slice(offset, offset + limit), total: items.length }
    },
  }
}
