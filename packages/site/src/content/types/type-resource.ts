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
import { taxonomiesOfType } from './object-types.js'
import type { PostType } from './post-types.js'

const field = shownField<PostType>

const VISIBILITY: Schema = {
  description: 'Where the admin interface shows the type.',
  type: 'object',
  properties: {
    show_ui: flag('Whether it has admin pages.'),
    show_in_nav_menus: flag('Whether its posts can be added to menus.'),
  },
}

function typeFields(site: SiteContext): Readonly<Record<string, ShownField<PostType>>> {
  return {
    capabilities: field(EDIT, map('The required capabilities by action.'), type => type.capabilities),
    description: field(VIEW_EDIT, text('The description of the type.'), type => type.description),
    hierarchical: field(VIEW_EDIT, flag('Whether its posts can have parents.'), type => type.hierarchical),
    has_archive: field(
      VIEW_EDIT,
      {
        description: 'Whether its posts have an archive page, or the slug of that page.',
        type: ['string', 'boolean'],
      },
      type => type.hasArchive,
    ),
    visibility: field(EDIT, VISIBILITY, type => ({ show_in_nav_menus: type.showInNavMenus, show_ui: type.showUi })),
    viewable: field(EDIT, flag('Whether visitors can view its posts.'), type => type.viewable),
    labels: field(EDIT, map('The labels by purpose.'), type => type.labels),
    name: field(VIEW_EDIT_EMBED, text('The display name.'), type => type.label),
    slug: field(VIEW_EDIT_EMBED, text('The name of the type.'), type => type.name),
    icon: field(VIEW_EDIT_EMBED, { description: 'The icon.', type: ['string', 'null'] }, type => type.icon),
    supports: field(EDIT, map('The features of its posts.'), type => type.supports),
    taxonomies: field(
      VIEW_EDIT,
      { description: 'The taxonomies of its posts.', type: 'array', items: { type: 'string' } },
      type => taxonomiesOfType(site, type).map(taxonomy => taxonomy.name),
    ),
    rest_base: field(
      VIEW_EDIT_EMBED,
      text('The last path segment of the REST route of its posts.'),
      type => type.restBase,
    ),
    rest_namespace: field(VIEW_EDIT_EMBED, text('The namespace of that route.'), type => type.restNamespace),
    template: field(
      VIEW_EDIT_EMBED,
      { description: 'The blocks that a new post starts with.', type: ['array'] },
      type => type.template,
    ),
    template_lock: field(
      VIEW_EDIT_EMBED,
      {
        description: 'Which changes to the blocks of the template are locked.',
        type: ['string', 'boolean'],
        enum: ['all', 'insert', 'contentOnly', false],
      },
      type => type.templateLock,
    ),
  }
}

export function typeResource(site: SiteContext): Resource<PostType, never> {
  return siteResource<PostType, undefined, never, never>(site, 'type', {
    title: 'type',
    fields: typeFields(site),
    load: () => undefined,
    links: {
      of: type => ({
        collection: [{ href: `${site.apiUrl}/${site.namespace}/types` }],
        [`${site.dialect.prefix}:items`]: [{ href: `${site.apiUrl}/${type.restNamespace}/${type.restBase}` }],
      }),
    },
  })
}
