import type { BlockVariation } from '@platen/rendering'
import { type PostType, postTypes, type Taxonomy, taxonomies } from '../../content/types/index.js'
import { TEMPLATE_PART } from '../../kernel/blocks/index.js'
import type { SiteContext } from '../../kernel/context/index.js'
import type { Template } from '../templates/index.js'
import { partAreas } from '../themes/index.js'

const POST_TAG = 'post_tag'
/** The taxonomies that every site has. */
const BUILT_IN = ['category', POST_TAG]

interface LinkTarget {
  readonly name: string
  readonly label: string
  readonly kind: 'post-type' | 'taxonomy'
  readonly builtIn: boolean
}

const ofType = ({ name, labels, label, builtIn }: PostType): LinkTarget => ({
  name,
  label: builtIn ? (labels['singular_name'] ?? label) : label,
  kind: 'post-type',
  builtIn,
})

const ofTaxonomy = ({ name, labels, label }: Taxonomy): LinkTarget => ({
  name: name === POST_TAG ? 'tag' : name,
  label: BUILT_IN.includes(name) ? (labels['singular_name'] ?? label) : label,
  kind: 'taxonomy',
  builtIn: BUILT_IN.includes(name),
})

/** A link to each kind of post and term that menus offer, the built-in ones first. */
function linkVariations(site: SiteContext): readonly BlockVariation[] {
  const targets = [
    ...site
      .get(postTypes)
      .filter(type => type.showInNavMenus && type.showInRest)
      .map(ofType),
    ...site
      .get(taxonomies)
      .filter(taxonomy => taxonomy.showInNavMenus && taxonomy.showInRest)
      .map(ofTaxonomy),
  ]
  return [true, false].flatMap(builtIn =>
    targets
      .filter(target => target.builtIn === builtIn)
      .map(({ name, label, kind }) => ({
        name,
        title: `${label} link`,
        description: `Leads to: ${label}.`,
        attributes: { type: name, kind },
      })),
  )
}

/** The terms of each taxonomy that posts show. */
const termVariations = (site: SiteContext): readonly BlockVariation[] =>
  site
    .get(taxonomies)
    .filter(taxonomy => taxonomy.publiclyQueryable && taxonomy.showInRest)
    .map(({ name, label }, index) => ({
      name,
      title: label,
      description: `The terms of a post: ${label}.`,
      attributes: { term: name },
      isActive: ['term'],
      scope: ['inserter', 'transform'],
      ...(index === 0 ? { isDefault: true } : {}),
    }))

/** The areas with their own variations. */
const AREAS = ['header', 'footer']

/** The areas of parts, and the parts of the active theme. */
function partVariations(_site: SiteContext, parts: readonly Template[]): readonly BlockVariation[] {
  const areas = new Map(partAreas.map(each => [each.area, each]))
  return [
    ...partAreas
      .filter(({ area }) => AREAS.includes(area))
      .map(({ area, label, description, icon }) => ({
        name: `area_${area}`,
        title: label,
        description,
        attributes: { area },
        scope: [],
        icon,
      })),
    ...parts.map(({ slug, theme, title, description, area = '' }) => {
      const attributes = { slug, theme, area }
      const { icon } = areas.get(area) ?? {}
      return {
        name: `instance_${slug}`,
        title,
        description,
        attributes,
        scope: ['inserter'],
        ...(icon === undefined ? {} : { icon }),
        example: { attributes },
      }
    }),
  ]
}

/** Variations that derive from registrations and from the parts of the active theme, by block name. */
export const registeredVariations: Readonly<
  Record<string, (site: SiteContext, parts: readonly Template[]) => readonly BlockVariation[]>
> = Object.freeze({
  'core/navigation-link': linkVariations,
  'core/post-terms': termVariations,
  [TEMPLATE_PART]: partVariations,
})
