import { checks } from '@platen/core'
import { registrationKey, type SiteContext } from '../../kernel/context/index.js'
import { featurePart } from '../../kernel/features/index.js'
import { RegistrationError, requireKnown } from '../../kernel/registrations/index.js'
import { extraFields, listAdditions } from '../../kernel/rest/index.js'
import { metaKeys, metaObjects } from '../meta/index.js'
import { type PostTypeOptions, postTypes, supports } from './post-types.js'
import { type TaxonomyOptions, taxonomies } from './taxonomies.js'
import { postTemplates } from './templates.js'

/** The parts of features about types of content. */
export interface TypesPart {
  /** Names that the feature adds to those allowed in `supports` of post types. */
  readonly supports?: readonly string[]
  /** Post types by name, as `registerPostType` takes them. */
  readonly types?: Readonly<Record<string, PostTypeOptions>> | undefined
  /** Taxonomies by name, as `registerTaxonomy` takes them. */
  readonly taxonomies?: Readonly<Record<string, TaxonomyOptions>> | undefined
}

/** The names that features allow in `supports` of post types. */
const knownSupports = registrationKey('known supports', (): string[] => [])

const { texts } = checks

export const typesParts = {
  supports: featurePart<readonly string[]>(
    texts,
    ({ context }, names) => void context.get(knownSupports).push(...names),
  ),
}

/** Checks the references between types, taxonomies, templates and meta keys. Throws a `RegistrationError`. */
export function checkTypes(site: SiteContext): void {
  checkPostTypes(site)
  checkTaxonomies(site)
  checkMeta(site)
  checkPaths(site)
}

/** Checks that the site has the resources of extra fields, once all are declared; throws like `checkRegistrations`. */
export function checkFields(site: SiteContext): void {
  const fields = site.get(extraFields)
  // Types without routes of their own have no resource.
  const resources = [...fields.resources().keys(), ...site.get(postTypes).names(), ...site.get(taxonomies).names()]
  for (const [resource, fieldsOfResource] of fields.all())
    for (const [name, { set }] of fieldsOfResource) {
      requireKnown(`the field "${name}"`, 'resource', resource, resources)
      if (set !== undefined && fields.resources().get(resource) === false)
        throw new RegistrationError(
          `the field "${name}" has "set", but those of the resource "${resource}" are readonly`,
        )
    }
}

/** Checks that the site has the lists that were added to, once all are declared; throws like `checkRegistrations`. */
export function checkLists(site: SiteContext): void {
  const additions = site.get(listAdditions)
  const hidden = [...site.get(postTypes).all(), ...site.get(taxonomies).all()].filter(each => !each.showInRest)
  const lists = [...additions.lists(), ...hidden.map(({ name }) => name)]
  const { args, orders } = additions.named
  for (const [list, named] of [...args, ...orders])
    for (const name of named.keys()) requireKnown(`the argument or order "${name}"`, 'list', list, lists)
}

function checkPostTypes(site: SiteContext): void {
  const allowed = site.get(knownSupports)
  const taxonomyNames = site.get(taxonomies).names()
  for (const type of site.get(postTypes).all()) {
    const what = `the post type "${type.name}"`
    for (const name of Object.keys(type.supports)) requireKnown(`supports of ${what}`, 'feature', name, allowed)
    for (const name of type.taxonomies) requireKnown(`taxonomies of ${what}`, 'taxonomy', name, taxonomyNames)
  }
}

function checkTaxonomies(site: SiteContext): void {
  const types = site.get(postTypes).names()
  for (const { name, objectTypes, builtIn } of site.get(taxonomies).all()) {
    // Built-in taxonomies may refer to a type whose feature the site does not use.
    if (builtIn) continue
    for (const type of objectTypes) requireKnown(`objectTypes of the taxonomy "${name}"`, 'post type', type, types)
  }
  for (const template of site.get(postTemplates).all())
    for (const type of template.postTypes)
      requireKnown(`postTypes of the template "${template.name}"`, 'post type', type, types)
}

function checkMeta(site: SiteContext): void {
  const types = site.get(postTypes)
  const objects = site.get(metaObjects).map(({ name }) => name)
  for (const { object, subtype, key } of site.get(metaKeys).all()) {
    const what = `the meta key "${key}"`
    requireKnown(`object of ${what}`, 'kind of object', object, objects)
    if (subtype === '') continue
    if (object === 'user' || object === 'comment')
      throw new RegistrationError(`${what} has the subtype "${subtype}", but a ${object} has none`)
    if (object === 'term') requireKnown(`subtype of ${what}`, 'taxonomy', subtype, site.get(taxonomies).names())
    if (object !== 'post') continue
    requireKnown(`subtype of ${what}`, 'post type', subtype, types.names())
    const type = types.require(subtype)
    if (type.controller === 'posts' && !supports(type, 'custom-fields'))
      throw new RegistrationError(`${what} is for the post type "${subtype}", which does not support "custom-fields"`)
  }
}

/** Refuses two resources with the same path. */
function checkPaths(site: SiteContext): void {
  const paths = new Map<string, string>()
  const registered = [
    ...site
      .get(postTypes)
      .all()
      .map(type => ({ ...type, what: `the post type "${type.name}"` })),
    ...site
      .get(taxonomies)
      .all()
      .map(taxonomy => ({ ...taxonomy, what: `the taxonomy "${taxonomy.name}"` })),
  ]
  for (const { what, showInRest, restNamespace, restBase } of registered) {
    if (!showInRest) continue
    const path = `/${restNamespace}/${restBase}`
    const other = paths.get(path)
    if (other !== undefined) throw new RegistrationError(`restBase of ${what}: ${other} already uses the path ${path}`)
    paths.set(path, what)
  }
}
