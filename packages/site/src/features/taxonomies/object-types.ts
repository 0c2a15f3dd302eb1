import type { PostType } from '../../registrations/post-types.js'
import { postTypes } from '../../registrations/post-types.js'
import { type Taxonomy, taxonomies } from '../../registrations/taxonomies.js'
import type { SiteContext } from '../../site-context.js'

const isOf = (taxonomy: Taxonomy, type: PostType) =>
  taxonomy.objectTypes.includes(type.name) || type.taxonomies.includes(taxonomy.name)

/** What was found for a type, and among which taxonomies: every request for posts needs it several times. */
const cached = new WeakMap<PostType, { readonly among: readonly Taxonomy[]; readonly own: readonly Taxonomy[] }>()

/** The taxonomies of a type's posts that clients see; the tie can be declared by either side. */
export function taxonomiesOfType(site: Pick<SiteContext, 'get'>, type: PostType): readonly Taxonomy[] {
  const among = site.get(taxonomies).all()
  const known = cached.get(type)
  if (known?.among === among) return known.own
  const own = among.filter(taxonomy => taxonomy.showInRest && isOf(taxonomy, type))
  cached.set(type, { among, own })
  return own
}

/** The names of the types whose posts carry a taxonomy's terms, those of its own declaration first. */
export function objectTypesOf(site: SiteContext, taxonomy: Taxonomy): readonly string[] {
  const declaring = site
    .get(postTypes)
    .all()
    .filter(type => type.taxonomies.includes(taxonomy.name))
  return [...new Set([...taxonomy.objectTypes, ...declaring.map(type => type.name)])]
}
