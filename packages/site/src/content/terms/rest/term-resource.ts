import { type FieldDefinition, type HandlerRequest, type LinkRow, linkTable, type Resource } from '@platen/core'
import type { SiteContext, SitePrincipal } from '../../../kernel/context/index.js'
import type { OptionSnapshot } from '../../../kernel/options/index.js'
import { type MetaRecord, type TermRecord, termsIn } from '../../../kernel/records/index.js'
import {
  collectionUrl,
  findList,
  integer,
  omittedMembers,
  setProperty,
  shownField,
  siteResource,
  text,
  uri,
  VIEW_EDIT,
  VIEW_EMBED_EDIT,
} from '../../../kernel/rest/index.js'
import { textOrEmpty } from '../../../kernel/text/index.js'
import {
  type LinkedTargets,
  linkedKeys,
  linkNeeds,
  loadTargets,
  metaGetters,
  metaKeys,
  metaSchema,
  relationLinks,
  shownMetaSchema,
} from '../../meta/index.js'
import { ancestorsOf, type TermAncestors, termLink } from '../../posts/index.js'
import { objectTypesOf, postTypes, type Taxonomy } from '../../types/index.js'
import type { TermInput } from '../operations/term-input.js'
import { allowedOnTerm } from '../rules/term-permissions.js'

/** The data that fields of terms may need besides the record. */
export type TermNeed = 'ancestors' | 'meta' | 'linked'

/** The loaded data of a page of terms. */
export interface TermView {
  readonly options: OptionSnapshot
  readonly principal: SitePrincipal
  readonly ancestors: TermAncestors
  readonly meta: ReadonlyMap<number, readonly MetaRecord[]>
  /** The objects that meta keys refer to. */
  readonly targets: LinkedTargets
}

type TermField = FieldDefinition<TermRecord, TermView, TermNeed, TermInput>

const shown = shownField<TermRecord, TermView, TermNeed>

const NO_META: ReadonlyMap<number, readonly MetaRecord[]> = new Map()
const NO_ANCESTORS: TermAncestors = new Map()

/** The fields of a taxonomy's terms. */
export function termFields(site: SiteContext, taxonomy: Taxonomy): Readonly<Record<string, TermField>> {
  const keys = site.get(metaKeys).of('term', taxonomy.name)
  const fields: Record<string, TermField> = {
    id: shown(VIEW_EMBED_EDIT, integer('The identifier of the term.'), term => term.id),
    count: shown(VIEW_EDIT, integer('How many published posts carry the term.'), term => term.count),
    description: {
      schema: text('The description of the term, as HTML.'),
      contexts: VIEW_EDIT,
      get: term => term.description,
      set: setProperty('description', textOrEmpty),
    },
    link: shown(
      VIEW_EMBED_EDIT,
      uri("The address of the term's page."),
      (term, { ancestors, options }) => termLink(site, term, ancestors.get(term.id) ?? [], options),
      taxonomy.hierarchical && taxonomy.rewriteHierarchical ? ['ancestors'] : [],
    ),
    name: {
      schema: { description: 'The name of the term, as HTML.', type: 'string', required: true },
      contexts: VIEW_EMBED_EDIT,
      get: term => term.name,
      set: setProperty('name', textOrEmpty),
    },
    slug: {
      schema: text('The name of the term in URLs, unique within the taxonomy.'),
      contexts: VIEW_EMBED_EDIT,
      get: term => term.slug,
      set: setProperty('slug', textOrEmpty),
    },
    taxonomy: shown(
      VIEW_EMBED_EDIT,
      { description: 'The taxonomy of the term.', type: 'string', enum: [taxonomy.name] },
      term => term.taxonomy,
    ),
  }
  if (taxonomy.hierarchical) {
    fields['parent'] = {
      schema: integer('The identifier of the term above, or 0.'),
      contexts: VIEW_EDIT,
      get: term => term.parent,
      set(input, value) {
        input.parent = typeof value === 'number' ? value : 0
      },
    }
  }
  fields['meta'] = {
    schema: metaSchema(keys),
    responds: shownMetaSchema(keys),
    contexts: VIEW_EDIT,
    // Meta values are refused one by one, with their own codes.
    skipValidation: true,
    needs: keys.length > 0 ? ['meta'] : [],
    get: metaGetters(keys, metaOfTerm, site.dialect.emptyObjects),
    set(input, value) {
      input.meta = value
    },
  }
  return fields
}

const metaOfTerm = (term: TermRecord, { meta }: TermView) => meta.get(term.id) ?? []

/** The links of a taxonomy's terms. */
export function termLinks(site: SiteContext, taxonomy: Taxonomy): readonly LinkRow<TermRecord, TermView>[] {
  const collection = collectionUrl(site, taxonomy)
  const idOf = (term: TermRecord) => term.id
  const types = objectTypesOf(site, taxonomy).flatMap(name => site.get(postTypes).get(name) ?? [])
  return [
    {
      rel: 'self',
      href: [`${collection}/`, idOf],
      allow: (term, { principal, options }) => allowedOnTerm(taxonomy, term, principal, options),
    },
    { rel: 'collection', href: collection },
    { rel: 'about', href: `${site.apiUrl}/${site.namespace}/taxonomies/${taxonomy.name}` },
    {
      rel: 'up',
      attributes: { embeddable: true },
      href: [`${collection}/`, term => term.parent],
      when: term => term.parent !== 0,
    },
    ...relationLinks(site, linkedKeys(site, 'term', taxonomy.name), metaOfTerm),
    ...types
      .filter(type => type.showInRest)
      .map(type => ({
        rel: `${site.dialect.prefix}:post_type`,
        href: [`${site.apiUrl}/${type.restNamespace}/${type.restBase}?${taxonomy.restBase}=`, idOf],
      })),
  ]
}

/** Loads the requested data of a page of terms. */
export async function loadTermView(
  site: SiteContext,
  terms: readonly TermRecord[],
  needs: ReadonlySet<TermNeed>,
  request: HandlerRequest,
): Promise<TermView> {
  const ids = terms.map(term => term.id)
  const meta =
    needs.has('meta') && ids.length > 0
      ? (await findList(site, request, limits => termsIn(site.store).related(ids, ['meta'], limits))).meta
      : undefined
  const principal = site.principal(request)
  const keys = needs.has('linked') ? linkedKeys(site, 'term', terms[0]?.taxonomy ?? '') : []
  return {
    options: await site.options(),
    principal,
    targets: await loadTargets(site, keys, meta, principal),
    ancestors: needs.has('ancestors') ? await ancestorsOf(site.store, terms) : NO_ANCESTORS,
    meta: meta ?? NO_META,
  }
}

/** The resource of one taxonomy's terms, fed with its registration. */
export function termResource(site: SiteContext, taxonomy: Taxonomy): Resource<TermRecord, TermInput> {
  return siteResource<TermRecord, TermView, TermNeed, TermInput>(site, taxonomy.name, {
    title: taxonomy.name === 'post_tag' ? 'tag' : taxonomy.name,
    fields: termFields(site, taxonomy),
    load: (terms, needs, request) => loadTermView(site, terms, needs, request),
    omitted: (term, { meta }) => omittedMembers(term, meta.get(term.id)),
    links: {
      needs: linkNeeds(linkedKeys(site, 'term', taxonomy.name)),
      ...linkTable(termLinks(site, taxonomy), site.names),
    },
  })
}
