import type { Resource, Schema } from '@platen/core'
import type { PostType } from '../../registrations/post-types.js'
import { type ShownField, shownField } from '../../rest/shown-field.js'
import { siteResource } from '../../rest/site-resource.js'
import type { SiteContext } from '../../site-context.js'
import { taxonomiesOfType } from '../taxonomies/object-types.js'

const ALL = ['view', 'edit', 'embed'] as const
const VIEW_EDIT = ['view', 'edit'] as const
const EDIT = ['edit'] as const

const field = shownField<PostType>

const VISIBILITY: Schema = {
  description: 'Where the admin interface shows the type.',
  type: 'object',
  properties: {
    show_ui: { description: 'Whether it has admin pages.', type: 'boolean' },
    show_in_nav_menus: { description: 'Whether its posts can be added to menus.', type: 'boolean' },
  },
}

function typeFields(site: SiteContext): Readonly<Record<string, ShownField<PostType>>> {
  return {
    capabilities: field(
      EDIT,
      { description: 'The required capabilities by action.', type: 'object' },
      type => type.capabilities,
    ),
    description: field(
      VIEW_EDIT,
      { description: 'The description of the type.', type: 'string' },
      type => type.description,
    ),
    hierarchical: field(
      VIEW_EDIT,
      { description: 'Whether its posts can have parents.', type: 'boolean' },
      type => type.hierarchical,
    ),
    has_archive: field(
      VIEW_EDIT,
      {
        description: 'Whether its posts have an archive page, or the slug of that page.',
        type: ['string', 'boolean'],
      },
      type => type.hasArchive,
    ),
    visibility: field(EDIT, VISIBILITY, type => ({ show_in_nav_menus: type.showInNavMenus, show_ui: type.showUi })),
    viewable: field(
      EDIT,
      { description: 'Whether visitors can view its posts.', type: 'boolean' },
      type => type.viewable,
    ),
    labels: field(EDIT, { description: 'The labels by purpose.', type: 'object' }, type => type.labels),
    name: field(ALL, { description: 'The display name.', type: 'string' }, type => type.label),
    slug: field(ALL, { description: 'The name of the type.', type: 'string' }, type => type.name),
    icon: field(ALL, { description: 'The icon.', type: ['string', 'null'] }, type => type.icon),
    supports: field(EDIT, { description: 'The features of its posts.', type: 'object' }, type => type.supports),
    taxonomies: field(
      VIEW_EDIT,
      { description: 'The taxonomies of its posts.', type: 'array', items: { type: 'string' } },
      type => taxonomiesOfType(site, type).map(taxonomy => taxonomy.name),
    ),
    rest_base: field(
      ALL,
      { description: 'The last path segment of the REST route of its posts.', type: 'string' },
      type => type.restBase,
    ),
    rest_namespace: field(
      ALL,
      { description: 'The namespace of that route.', type: 'string' },
      type => type.restNamespace,
    ),
    template: field(
      ALL,
      { description: 'The blocks that a new post starts with.', type: ['array'] },
      type => type.template,
    ),
    template_lock: field(
      ALL,
      {
        description: 'Which changes to the blocks of the template are locked.',
        type: ['string', 'boolean'],
        enum: ['all', 'insert', 'contentOnly', false],
      },
      type => type.templateLock,
    ),
  }
}

/** The resource of registered post types. */
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
