import { registrationKey, type SiteContext } from '../../kernel/context/index.js'
import { type PostType, postTypes } from './post-types.js'
import { type Taxonomy, taxonomies } from './taxonomies.js'

const isOf = (taxonomy: Taxonomy, type: PostType) =>
  taxonomy.objectTypes.includes(type.name) || type.taxonomies.includes(taxonomy.name)

/** The taxonomies of each type, with the list they were computed from: requests for posts read them several times. */
const taxonomiesOfTypes = registrationKey(
  'taxonomies of types',
  () => new WeakMap<PostType, { readonly among: readonly Taxonomy[]; readonly own: readonly Taxonomy[] }>(),
)

/** The taxonomies of a type that are shown in REST. Either the type or the taxonomy declares the relation. */
export function taxonomiesOfType(site: Pick<SiteContext, 'get'>, type: PostType): readonly Taxonomy[] {
  const among = site.get(taxonomies).all()
  const cached = site.get(taxonomiesOfTypes)
  const memoized = cached.get(type)
  if (memoized?.among === among) return memoized.own
  const ofType = among.filter(taxonomy => taxonomy.showInRest && isOf(taxonomy, type))
  cached.set(type, { among, own: ofType })
  return ofType
}

/** Whether posts of a type may have terms of a taxonomy, which need not be shown in REST. */
export function hasTaxonomy(site: Pick<SiteContext, 'get'>, type: PostType, name: string): boolean {
  const taxonomy = site.get(taxonomies).get(name)
  return taxonomy !== undefined && isOf(taxonomy, type)
}

/** The names of the types that use a taxonomy; those that the taxonomy declares come first. */
export function objectTypesOf(site: SiteContext, taxonomy: Taxonomy): readonly string[] {
  const declaring = site.get(postTypes).filter(type => type.taxonomies.includes(taxonomy.name))
  return [...new Set([...taxonomy.objectTypes, ...declaring.map(type => type.name)])]
}
