import { defineResource, type Resource, type Schema } from '@platen/core'
import type { Taxonomy } from '../../registrations/taxonomies.js'
import { withExtraFields } from '../../rest/extra-fields.js'
import type { SiteContext } from '../../site-context.js'
import { type ShownField, shownField } from '../types/shown-field.js'
import { objectTypesOf } from './object-types.js'

const ALL = ['view', 'edit', 'embed'] as const
const VIEW_EDIT = ['view', 'edit'] as const
const EDIT = ['edit'] as const

const field = shownField<Taxonomy>

const flag = (description: string): Schema => ({ description, type: 'boolean' })

const VISIBILITY: Schema = {
  description: 'Where the taxonomy and its terms are come across.',
  type: 'object',
  properties: {
    public: flag('Whether it is for visitors of the site.'),
    publicly_queryable: flag('Whether visitors may ask for the posts of a term.'),
    show_ui: flag('Whether there are pages to manage it.'),
    show_admin_column: flag('Whether lists of posts have a column for it.'),
    show_in_nav_menus: flag('Whether its terms can be put into menus.'),
    show_in_quick_edit: flag('Whether it can be set from lists of posts.'),
  },
}

function visibilityOf(taxonomy: Taxonomy) {
  return {
    public: taxonomy.public,
    publicly_queryable: taxonomy.publiclyQueryable,
    show_admin_column: taxonomy.showAdminColumn,
    show_in_nav_menus: taxonomy.showInNavMenus,
    show_in_quick_edit: taxonomy.showInQuickEdit,
    show_ui: taxonomy.showUi,
  }
}

function taxonomyFields(site: SiteContext): Readonly<Record<string, ShownField<Taxonomy>>> {
  return {
    name: field(ALL, { description: 'What people call it.', type: 'string' }, taxonomy => taxonomy.label),
    slug: field(ALL, { description: 'The name of the taxonomy.', type: 'string' }, taxonomy => taxonomy.name),
    capabilities: field(
      EDIT,
      { description: 'The capabilities it asks for, by what they are for.', type: 'object' },
      taxonomy => taxonomy.capabilities,
    ),
    description: field(
      VIEW_EDIT,
      { description: 'What the taxonomy is for.', type: 'string' },
      taxonomy => taxonomy.description,
    ),
    labels: field(
      EDIT,
      { description: 'Its words, by what they are for.', type: 'object' },
      taxonomy => taxonomy.labels,
    ),
    types: field(
      VIEW_EDIT,
      { description: 'The types whose posts carry its terms.', type: 'array', items: { type: 'string' } },
      taxonomy => objectTypesOf(site, taxonomy),
    ),
    show_cloud: field(EDIT, flag('Whether its terms can be shown as a cloud.'), taxonomy => taxonomy.showTagcloud),
    hierarchical: field(VIEW_EDIT, flag('Whether its terms may have parents.'), taxonomy => taxonomy.hierarchical),
    rest_base: field(
      ALL,
      { description: 'The last part of the address of its terms.', type: 'string' },
      taxonomy => taxonomy.restBase,
    ),
    rest_namespace: field(
      ALL,
      { description: 'The namespace of that address.', type: 'string' },
      taxonomy => taxonomy.restNamespace,
    ),
    visibility: field(EDIT, VISIBILITY, visibilityOf),
  }
}

/** The resource of taxonomies: the registrations as they stand. */
export function taxonomyResource(site: SiteContext): Resource<Taxonomy, never> {
  return defineResource(
    withExtraFields<Taxonomy, undefined, never, never>(site, 'taxonomy', {
      title: 'taxonomy',
      fields: taxonomyFields(site),
      load: () => undefined,
      links: {
        of: taxonomy => ({
          collection: [{ href: `${site.apiUrl}/${site.namespace}/taxonomies` }],
          [`${site.dialect.prefix}:items`]: [{ href: `${site.apiUrl}/${taxonomy.restNamespace}/${taxonomy.restBase}` }],
        }),
      },
    }),
    site.names,
    site.dialect.schemaRules,
  )
}
