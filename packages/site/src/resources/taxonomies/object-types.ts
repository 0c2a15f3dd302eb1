import type { PostType } from '../../registrations/post-types.js'
import type { Taxonomy } from '../../registrations/taxonomies.js'
import type { SiteContext } from '../../site-context.js'

const isOf = (taxonomy: Taxonomy, type: PostType) =>
  taxonomy.objectTypes.includes(type.name) || type.taxonomies.includes(taxonomy.name)

/** The taxonomies of a type's posts that clients see; the tie can be declared by either side. */
export function taxonomiesOfType(site: SiteContext, type: PostType): readonly Taxonomy[] {
  return site.taxonomies.all().filter(taxonomy => taxonomy.showInRest && isOf(taxonomy, type))
}

/** The names of the types whose posts carry a taxonomy's terms, those of its own declaration first. */
export function objectTypesOf(site: SiteContext, taxonomy: Taxonomy): readonly string[] {
  const declaring = site.postTypes.all().filter(type => type.taxonomies.includes(taxonomy.name))
  return [...new Set([...taxonomy.objectTypes, ...declaring.map(type => type.name)])]
}
