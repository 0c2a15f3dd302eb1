import type { HandlerRequest } from '@platen/core'
import type { Query } from '@platen/storage'
import type { SiteContext } from '../../../kernel/context/index.js'
import type { OptionSnapshot } from '../../../kernel/options/index.js'
import { type TermRecord, termsIn, whereTerms } from '../../../kernel/records/index.js'
import { collectionUrl, findList, omittedMembers } from '../../../kernel/rest/index.js'
import { ancestorsOf, type TermAncestors, termLink } from '../../posts/index.js'
import type { SearchHandler, SearchItem, SearchQuery } from '../../search/index.js'
import { type Taxonomy, taxonomies } from '../../types/index.js'
import { allowedOnTerm } from '../rules/term-permissions.js'
import { textCondition } from './term-query.js'

const NO_ANCESTORS: TermAncestors = new Map()

function termQuery({ text, subtypes, include, exclude, offset, limit }: SearchQuery): Query<TermRecord> {
  const condition = whereTerms.and(
    whereTerms.in('taxonomy', subtypes),
    include.length > 0
      ? whereTerms.in('id', include)
      : exclude.length > 0
        ? whereTerms.notIn('id', exclude)
        : undefined,
    textCondition(text),
  )
  return {
    where: condition,
    order: [{ by: 'field', field: 'name', direction: 'asc', folded: true }],
    limit,
    offset,
    total: true,
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
    async find(query, request) {
      const { records, total = 0 } = await findList(
        site,
        request,
        limits => termsIn(site.store).find({ ...limits, ...termQuery(query) }),
        query.limit,
      )
      const nested = records.filter(term => site.get(taxonomies).get(term.taxonomy)?.rewriteHierarchical === true)
      const ancestors = request.fields.wants('url') ? await ancestorsOf(site.store, nested) : NO_ANCESTORS
      const options = await site.options()
      return { items: records.map(term => termItem(site, term, ancestors, options, request)), total }
    },
  }
}
