import { type Args, type ArgValidator, RestError, type Schema } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import { perform } from '../../../kernel/operations/index.js'
import { orderArg, pagingArgs } from '../../../kernel/rest/index.js'
import { postFamily, postListArgs } from '../../posts/index.js'
import { type PostType, postTypes } from '../../types/index.js'
import { MENU_ITEMS } from '../menu-item.js'
import type { MenuItemInput } from '../operations/menu-item-input.js'
import { createMenuItem, deleteMenuItem, updateMenuItem } from '../operations/menu-item-operations.js'
import { mayListItems, mayReadItem } from '../rules/menu-item-permissions.js'
import { menuItemFields } from './menu-item-fields.js'
import { menuItemLinks, objectSchemaLink } from './menu-item-links.js'
import { loadMenuItemView, type MenuItemNeed, type MenuItemView } from './menu-item-view.js'

/** The arguments of the list of menu items: those of posts, in the order of menus. */
function listArgs(site: SiteContext, type: PostType, context: Schema): Args {
  const args = postListArgs(site, type, context)
  const orders = args['orderby']?.enum ?? []
  return {
    ...args,
    per_page: { ...pagingArgs.per_page, default: 100 },
    order: orderArg('asc'),
    orderby: { ...args['orderby'], enum: [...orders, 'menu_order'], default: 'menu_order' },
    menu_order: { description: 'Only items at this position.', type: 'integer' },
  }
}

/** Refuses values that are not URLs, and URLs that run script. */
function urlCheck(site: SiteContext): ArgValidator {
  const uri = site.compile({ type: 'string', format: 'uri' })
  const isLost = (url: unknown) => url !== '' && uri.sanitize(url) === ''
  return url =>
    uri.validate(url ?? '', 'url') ??
    (isLost(url ?? '') ? new RestError('rest_invalid_url', 'The URL is invalid.', null) : undefined)
}

const TEXT = { type: 'string' } as const

/** Refuses values that are neither a text nor an object that may contain one. */
function titleCheck(site: SiteContext): ArgValidator {
  const title = site.compile({ type: ['string', 'object'], properties: { raw: TEXT, rendered: TEXT } })
  return value => (value === null ? undefined : title.validate(value, 'title'))
}

/** Declares the routes of menu items: posts of the type `nav_menu_item`. */
export function registerMenuItems(site: SiteContext): void {
  const type = site.get(postTypes).require(MENU_ITEMS)
  postFamily<MenuItemView, MenuItemInput, MenuItemNeed>(site, type, {
    id: 'The identifier of the menu item.',
    batch: true,
    fields: menuItemFields(site, type),
    load: (posts, needs, request, context, found) =>
      loadMenuItemView(site, type, { posts, needs, request, context, found }),
    links: { needs: ['meta', 'objects'], rows: menuItemLinks(site, type), schema: [objectSchemaLink(site, type)] },
    list: {
      args: context => listArgs(site, type, context),
      permission: request => mayListItems(site, type, request),
    },
    validators: { url: urlCheck(site), title: titleCheck(site) },
    input: () => ({}),
    create: {
      run: (input, request) => perform(site, createMenuItem, site.principal(request), input),
    },
    read: { dated: false, permission: request => mayReadItem(site, type, request) },
    update: { run: updateMenuItem },
    remove: {
      force: 'Must be true: menu items have no trash.',
      trash: 'Menu items have no trash. Use force=true to delete them.',
      shownAs: 'request',
      run: deleteMenuItem,
    },
  })
}
