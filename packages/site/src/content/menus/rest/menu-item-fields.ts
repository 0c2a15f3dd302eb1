import type { FieldDefinition, Getter } from '@platen/core'
import { sanitizeTextField, typeset } from '@platen/rendering'
import type { SiteContext } from '../../../kernel/context/index.js'
import type { PostRecord } from '../../../kernel/records/index.js'
import { integer, setProperty, shownField, text, VIEW_EDIT, VIEW_EDIT_EMBED } from '../../../kernel/rest/index.js'
import { postFields, renderedTitle, setText, termIds } from '../../posts/index.js'
import { type PostType, postStatuses, postTypes, taxonomies } from '../../types/index.js'
import { ITEM_TYPES, type MenuItem, menuItemTypeOf } from '../menu-item.js'
import type { MenuItemInput } from '../operations/menu-item-input.js'
import { MENUS } from '../operations/menu-operations.js'
import type { MenuItemNeed, MenuItemView } from './menu-item-view.js'

type ItemField = FieldDefinition<PostRecord, MenuItemView, MenuItemNeed, MenuItemInput>
type ItemFields = Record<string, ItemField>

const shown = shownField<PostRecord, MenuItemView, MenuItemNeed>

const OBJECTS = ['meta', 'objects'] as const

const idSchema = (description: string) => ({ description, type: 'integer', default: 0, minimum: 0 }) as const
const words = (description: string) => ({ description, type: 'array', items: { type: 'string' } }) as const
const wordsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])
/** Clients expect a single empty word if there are none. */
const atLeastOne = (list: readonly string[]): readonly string[] => (list.length === 0 ? [''] : list)
const textOf = (value: unknown): string => String(value ?? '')
const plainText = (value: unknown): string => sanitizeTextField(textOf(value))

const ofItem =
  <K extends keyof MenuItem>(key: K): Getter<PostRecord, MenuItemView> =>
  (post, view) =>
    view.itemOf(post)[key]

/** The title of an item: its own, or that of its target. */
const titleOf = (post: PostRecord, view: MenuItemView): string => post.title || view.objectOf(post).title

/** The label of an item's kind. */
function labelOf(site: SiteContext, { type, object }: MenuItem): string {
  if (type === 'custom') return 'Custom link'
  if (type === 'post_type_archive') return 'Archive'
  const registered = type === 'taxonomy' ? site.get(taxonomies).get(object) : site.get(postTypes).get(object)
  return registered?.labels['singular_name'] ?? object
}

const textFields: ItemFields = {
  title: {
    schema: {
      description: 'The title of the item; by default that of its target.',
      type: ['string', 'object'],
      properties: {
        raw: { description: 'The title as it is stored.', type: 'string', context: ['edit'] },
        rendered: {
          description: 'The title as HTML for display.',
          type: 'string',
          context: VIEW_EDIT_EMBED,
          readonly: true,
        },
      },
    },
    contexts: VIEW_EDIT_EMBED,
    needs: OBJECTS,
    get: { raw: titleOf, rendered: (post, view) => renderedTitle({ ...post, title: titleOf(post, view) }, view) },
    skipValidation: true,
    set: setText('title'),
  },
  attr_title: {
    schema: text('The text of the attribute `title` of the link.'),
    contexts: VIEW_EDIT_EMBED,
    get: post => typeset(post.excerpt),
    set: setProperty('attrTitle', plainText),
  },
  description: {
    schema: text('The description of the item.'),
    contexts: VIEW_EDIT_EMBED,
    get: post => typeset(post.content),
    set: setProperty('description', plainText),
  },
}

const URL_SCHEMA = { type: 'string', format: 'uri' } as const

const targetFields = (site: SiteContext): ItemFields => ({
  url: {
    schema: { description: 'The URL that the item links to.', ...URL_SCHEMA },
    // Clients may send a relative one.
    responds: text('The URL that the item links to.'),
    contexts: VIEW_EDIT_EMBED,
    needs: OBJECTS,
    get: (post, view) => view.objectOf(post).url,
    // Sanitizing would remove unsafe schemes from a URL; such a URL is refused instead.
    skipValidation: true,
    set: setProperty('url', value => textOf(site.compile(URL_SCHEMA).sanitize(textOf(value)))),
  },
  type: {
    schema: {
      description: 'What the item links to: a term, a post, the archive of a post type, or a URL.',
      type: 'string',
      enum: [...ITEM_TYPES],
      default: 'custom',
    },
    contexts: VIEW_EDIT_EMBED,
    needs: ['meta'],
    get: ofItem('type'),
    set: setProperty('type', menuItemTypeOf),
  },
  type_label: shown(
    VIEW_EDIT_EMBED,
    text('The label of this kind of item.'),
    (post, view) => labelOf(site, view.itemOf(post)),
    ['meta'],
  ),
  object: {
    schema: text('The post type or taxonomy of the target.'),
    contexts: VIEW_EDIT_EMBED,
    needs: ['meta'],
    get: ofItem('object'),
    set: setProperty('object', textOf),
  },
  object_id: {
    schema: idSchema('The id of the post or term that the item links to.'),
    contexts: VIEW_EDIT_EMBED,
    needs: ['meta'],
    get: ofItem('objectId'),
    set: setProperty('objectId', Number),
  },
  invalid: shown(
    VIEW_EDIT_EMBED,
    { description: 'Whether the target no longer exists.', type: 'boolean' },
    (post, view) => view.objectOf(post).invalid,
    OBJECTS,
  ),
})

const linkFields: ItemFields = {
  target: {
    schema: { description: 'The attribute `target` of the link.', type: 'string', enum: ['_blank', ''] },
    contexts: VIEW_EDIT_EMBED,
    needs: ['meta'],
    get: ofItem('target'),
    set: setProperty('target', textOf),
  },
  classes: {
    schema: words('The CSS classes of the link.'),
    contexts: VIEW_EDIT_EMBED,
    needs: ['meta'],
    get: (post, view) => atLeastOne(view.itemOf(post).classes),
    set: setProperty('classes', wordsOf),
  },
  xfn: {
    schema: words('The relationship of the owner of the site to the target (XFN).'),
    contexts: VIEW_EDIT_EMBED,
    needs: ['meta'],
    get: (post, view) => atLeastOne(view.itemOf(post).xfn),
    set: setProperty('xfn', wordsOf),
  },
}

const placeFields: ItemFields = {
  parent: {
    schema: idSchema('The id of the parent item; 0 for none.'),
    contexts: VIEW_EDIT_EMBED,
    needs: ['meta'],
    get: ofItem('parent'),
    set: setProperty('parent', Number),
  },
  menu_order: {
    schema: { description: 'The position of the item in its menu.', type: 'integer', minimum: 1, default: 1 },
    responds: integer('The position of the item in its menu.'),
    contexts: VIEW_EDIT_EMBED,
    get: post => post.menuOrder,
    set: setProperty('menuOrder', Number),
  },
  menus: {
    schema: integer('The id of the menu that the item is in.'),
    optional: true,
    contexts: VIEW_EDIT,
    needs: ['terms'],
    get: (post, view) => termIds(view.termsOf(post), MENUS)[0],
    set: setProperty('menu', Number),
  },
}

/** The fields of menu items. */
export function menuItemFields(site: SiteContext, type: PostType): ItemFields {
  const statuses = site.get(postStatuses).filter(status => !status.internal)
  const { meta } = postFields(site, { ...type, supports: { ...type.supports, 'custom-fields': true } })
  return {
    id: {
      schema: idSchema('The id of the item.'),
      contexts: VIEW_EDIT_EMBED,
      readonly: true,
      get: post => post.id,
    },
    ...textFields,
    status: {
      schema: {
        description: 'The status of the item: published, or a draft.',
        type: 'string',
        enum: statuses.map(status => status.name),
        default: 'publish',
      },
      responds: text('The status of the item.'),
      contexts: VIEW_EDIT_EMBED,
      get: post => post.status,
      set: setProperty('status', String),
    },
    ...targetFields(site),
    ...linkFields,
    ...placeFields,
    ...(meta && { meta }),
  }
}
