import type { Resource, Schema } from '@platen/core'
import type { SiteContext } from '../../kernel/context/index.js'
import {
  EDIT,
  flag,
  map,
  type ShownField,
  shownField,
  siteResource,
  text,
  VIEW_EDIT,
  VIEW_EDIT_EMBED,
} from '../../kernel/rest/index.js'
import { objectTypesOf } from './object-types.js'
import type { Taxonomy } from './taxonomies.js'

const field = shownField<Taxonomy>

const VISIBILITY: Schema = {
  description: 'Where the taxonomy and its terms are shown.',
  type: 'object',
  properties: {
    public: flag('Whether visitors can see it.'),
    publicly_queryable: flag('Whether visitors can query posts by its terms.'),
    show_ui: flag('Whether it has admin pages.'),
    show_admin_column: flag('Whether lists of posts have a column for it.'),
    show_in_nav_menus: flag('Whether its terms can be added to menus.'),
    show_in_quick_edit: flag('Whether quick edit includes it.'),
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
    name: field(VIEW_EDIT_EMBED, text('The display name.'), taxonomy => taxonomy.label),
    slug: field(VIEW_EDIT_EMBED, text('The name of the taxonomy.'), taxonomy => taxonomy.name),
    capabilities: field(EDIT, map('The required capabilities by action.'), taxonomy => taxonomy.capabilities),
    description: field(VIEW_EDIT, text('The description of the taxonomy.'), taxonomy => taxonomy.description),
    labels: field(EDIT, map('The labels by purpose.'), taxonomy => taxonomy.labels),
    types: field(
      VIEW_EDIT,
      { description: 'The post types that use it.', type: 'array', items: { type: 'string' } },
      taxonomy => objectTypesOf(site, taxonomy),
    ),
    show_cloud: field(EDIT, flag('Whether tag clouds can show its terms.'), taxonomy => taxonomy.showTagcloud),
    hierarchical: field(VIEW_EDIT, flag('Whether its terms can have parents.'), taxonomy => taxonomy.hierarchical),
    rest_base: field(
      VIEW_EDIT_EMBED,
      text('The last path segment of the REST route of its terms.'),
      taxonomy => taxonomy.restBase,
    ),
    rest_namespace: field(VIEW_EDIT_EMBED, text('The namespace of that route.'), taxonomy => taxonomy.restNamespace),
    visibility: field(EDIT, VISIBILITY, visibilityOf),
  }
}

export function taxonomyResource(site: SiteContext): Resource<Taxonomy, never> {
  return siteResource<Taxonomy, undefined, never, never>(site, 'taxonomy', {
    title: 'taxonomy',
    fields: taxonomyFields(site),
    load: () => undefined,
    links: {
      of: taxonomy => ({
        collection: [{ href: `${site.apiUrl}/${site.namespace}/taxonomies` }],
        [`${site.dialect.prefix}:items`]: [{ href: `${site.apiUrl}/${taxonomy.restNamespace}/${taxonomy.restBase}` }],
      }),
    },
  })
}
