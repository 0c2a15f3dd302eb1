import { presentEmptyObjects, type Resource, type Schema } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import { map, shownField, siteResource, text, VIEW_EDIT, VIEW_EDIT_EMBED } from '../../../kernel/rest/index.js'
import type { Ability } from '../ability.js'
import type { AbilityCategory } from '../ability-category.js'

const SELF_HINTS = { targetHints: { allow: ['GET'] } } as const

/** The namespace of the routes of abilities. */
export const abilitiesNamespace = ({ dialect }: Pick<SiteContext, 'dialect'>): string =>
  `${dialect.prefix}-abilities/v1`

const unknownOrFlag = (description: string) => ({ description, type: ['boolean', 'null'] }) as const

/** The schema of annotations, including those that lists filter by. */
export const annotationsSchema = (description: string): Schema => ({
  description,
  type: 'object',
  properties: {
    readonly: unknownOrFlag('Whether the ability changes nothing.'),
    destructive: unknownOrFlag('Whether the ability may destroy something.'),
    idempotent: unknownOrFlag('Whether a repeated call has no further effect.'),
  },
  additionalProperties: true,
})

/** The `meta` of an ability for clients. */
export const metaOf = ({ meta, annotations, showInRest, public: isPublic }: Ability) => ({
  ...meta,
  annotations,
  show_in_rest: showInRest,
  public: isPublic,
})

/** The resource of abilities. */
export function abilityResource(site: SiteContext): Resource<Ability, never> {
  const shown = shownField<Ability>
  const { emptyObjects, prefix, abilities } = site.dialect
  const url = `${site.apiUrl}/${abilitiesNamespace(site)}/abilities`
  const schemaField = (description: string, get: (ability: Ability) => Schema | undefined) =>
    shown(VIEW_EDIT, map(description), ability => get(ability) ?? presentEmptyObjects({}, emptyObjects))
  const annotations = annotationsSchema('What the ability does to the site.')
  const meta: Schema = {
    ...map('Further facts about the ability.'),
    properties: {
      annotations,
      public: { description: 'Whether it is meant for clients, such as agents.', type: 'boolean' },
    },
  }
  return siteResource<Ability, undefined, never, never>(site, 'ability', {
    title: 'ability',
    fields: {
      name: shown(VIEW_EDIT_EMBED, text('The name, with its namespace.'), ability => ability.name),
      label: shown(VIEW_EDIT_EMBED, text('The name for people.'), ability => ability.label),
      description: shown(VIEW_EDIT, text('What the ability does.'), ability => ability.description),
      category: shown(VIEW_EDIT_EMBED, text('The slug of its category.'), ability => ability.category),
      input_schema: schemaField('The schema of the input.', ability => ability.inputSchema),
      output_schema: schemaField('The schema of the output.', ability => ability.outputSchema),
      ...(abilities.annotationsField && { annotations: shown(VIEW_EDIT, annotations, ability => ability.annotations) }),
      meta: shown(VIEW_EDIT, meta, metaOf),
    },
    load: () => undefined,
    links: {
      of: ({ name }) => ({
        self: [{ href: `${url}/${name}`, ...SELF_HINTS }],
        collection: [{ href: url }],
        [`${prefix}:action-run`]: [{ href: `${url}/${name}/run` }],
      }),
    },
  })
}

/** The resource of categories of abilities. */
export function abilityCategoryResource(site: SiteContext): Resource<AbilityCategory, never> {
  const shown = shownField<AbilityCategory>
  const base = `${site.apiUrl}/${abilitiesNamespace(site)}`
  return siteResource<AbilityCategory, undefined, never, never>(site, 'ability-category', {
    title: 'ability-category',
    fields: {
      slug: shown(VIEW_EDIT_EMBED, text('The slug of the category.'), category => category.slug),
      label: shown(VIEW_EDIT_EMBED, text('The name for people.'), category => category.label),
      description: shown(VIEW_EDIT, text('Which abilities it has.'), category => category.description),
      meta: shown(VIEW_EDIT, map('Further facts about the category.'), category =>
        presentEmptyObjects(category.meta, site.dialect.emptyObjects),
      ),
    },
    load: () => undefined,
    links: {
      of: ({ slug }) => ({
        self: [{ href: `${base}/categories/${slug}`, ...SELF_HINTS }],
        collection: [{ href: `${base}/categories` }],
        abilities: [{ href: `${base}/abilities?category=${slug}` }],
      }),
    },
  })
}
