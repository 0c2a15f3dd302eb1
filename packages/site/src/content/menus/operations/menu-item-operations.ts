import { RestError } from '@platen/core'
import { isSafeUrl } from '@platen/rendering'
import { permit } from '../../../kernel/context/index.js'
import { type Actor, defineOperation, type Tx } from '../../../kernel/operations/index.js'
import { type PostRecord, postsIn, termsIn } from '../../../kernel/records/index.js'
import { requireLengths } from '../../../kernel/refusals/index.js'
import { recordById, setExtraFields } from '../../../kernel/rest/index.js'
import {
  insertPost,
  mayCreatePost,
  mayDeletePost,
  mayEditPost,
  noSuchPost,
  type PostInput,
  type PostTarget,
  postLocks,
  postSaved,
  preparePost,
  reloadPost,
  removePosts,
  storePostChanges,
} from '../../posts/index.js'
import { type PostType, postTypes } from '../../types/index.js'
import { MENU_ITEMS, type MenuItem, menuItemOf } from '../menu-item.js'
import { loadMenuItemObjects } from '../menu-item-objects.js'
import { resolveMenuItem } from '../rest/resolve-menu-item.js'
import type { MenuItemChanges, MenuItemInput } from './menu-item-input.js'
import { MENUS } from './menu-operations.js'
import { inMenu, loadMenuItem, storeMenuItem } from './store-menu-item.js'

const itemType = ({ site }: Tx): PostType => site.get(postTypes).require(MENU_ITEMS)

/** Reloads a menu item for an update. Throws if it does not exist, or what `may` returns. */
const reloadItem = (tx: Tx, id: number, may: Parameters<typeof reloadPost>[2]): Promise<PostRecord> =>
  reloadPost(tx, id, post => {
    if (post.type !== MENU_ITEMS) throw noSuchPost()
    return may(post)
  })

/** The input without an unsafe URL. */
const withSafeUrl = <I extends MenuItemInput>(input: I): I =>
  input.url === undefined || isSafeUrl(input.url) ? input : { ...input, url: '' }

/** Refuses texts that are too long. */
function checkedInput<I extends MenuItemInput>(input: I): I {
  const { url, target, object, classes, xfn } = input
  requireLengths({ url, target, object, classes: classes?.join(' '), xfn: xfn?.join(' ') })
  return withSafeUrl(input)
}

const TARGET = ['type', 'object', 'objectId'] as const

/** The title of an item that gets another target: that of the previous target, unless it has its own. */
async function shownTitle(
  { site, store }: Tx,
  actor: Actor,
  { title }: PostRecord,
  item: MenuItem,
  input: MenuItemInput,
): Promise<string> {
  if (title !== '' || TARGET.every(name => (input[name] ?? item[name]) === item[name])) return title
  return (await loadMenuItemObjects(site, [item], actor, store))(item).title
}

/** The title that is stored: none for that of the target, so that it follows changes of the target. */
async function ownTitle({ site, store }: Tx, actor: Actor, title: string, item: MenuItem): Promise<string> {
  if (title === '') return ''
  const target = (await loadMenuItemObjects(site, [item], actor, store))(item)
  // Readers who may not see the title of the target cannot find it by trying.
  const shown = target.title === '' ? [] : [target.title, target.post?.title]
  return shown.includes(title) ? '' : title
}

async function requireMenu({ store }: Tx, id: number): Promise<void> {
  if ((await recordById(termsIn(store), id))?.taxonomy !== MENUS)
    throw new RestError('invalid_menu_id', 'The menu does not exist.', 400)
}

/** The items of a menu whose target still exists. */
async function linkedItems({ site, store }: Tx, actor: Actor, menu: number): Promise<PostRecord[]> {
  const { records, related } = await postsIn(store).find({ where: inMenu(menu), with: ['meta'] })
  const items = new Map(records.map(post => [post.id, menuItemOf(post, related.meta.get(post.id) ?? [])]))
  const objectOf = await loadMenuItemObjects(site, [...items.values()], actor, store)
  return records.filter(({ id }) => {
    const item = items.get(id)
    return item !== undefined && !objectOf(item).invalid
  })
}

/**
 * The position of an item. Outside of menus there is no order; 0 means the position after the number of items in the
 * menu that link to something, and remains 0 if none of them is published, as clients of this interface expect.
 */
async function resolvedOrder(
  tx: Tx,
  actor: Actor,
  requested: number | undefined,
  menu: number,
): Promise<number | undefined> {
  if (menu === 0) return 1
  if (requested !== 0) return requested
  const items = await linkedItems(tx, actor, menu)
  return items.some(({ status }) => status === 'publish') ? items.length + 1 : 0
}

/** The values of an item's post in an input, with the title to store. */
async function postInput(
  tx: Tx,
  actor: Actor,
  input: MenuItemInput,
  { title, menu }: { readonly title: string | undefined; readonly menu: number },
): Promise<PostInput> {
  const { description, attrTitle, status, meta } = input
  const menuOrder = await resolvedOrder(tx, actor, input.menuOrder, menu)
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { content: description }),
    ...(attrTitle !== undefined && { excerpt: attrTitle }),
    ...(status !== undefined && { status: status === 'publish' ? status : 'draft' }),
    ...(menuOrder !== undefined && { menuOrder }),
    ...(input.menu !== undefined && { terms: { [MENUS]: menu === 0 ? [] : [menu] } }),
    meta,
  }
}

/** Creates a menu item, by default published and at position 1. Throws a `RestError` if it is forbidden or invalid. */
export const createMenuItem = defineOperation(
  async (tx, actor, sent: MenuItemInput): Promise<PostRecord> => {
    const type = itemType(tx)
    const input = checkedInput({ status: 'publish', menuOrder: 1, ...sent })
    const { menu = 0, title = '' } = input
    permit(mayCreatePost(type, actor, {}))
    // The position of the item depends on those of the others.
    const ofMenu = menu === 0 ? [] : [`menu ${menu}`]
    await tx.lock(ofMenu, postLocks(input.type === 'post_type' ? input.objectId : undefined))
    const item = await resolveMenuItem(tx, input, title)
    if (menu !== 0) await requireMenu(tx, menu)
    const stored = { title: await ownTitle(tx, actor, title, item), menu }
    const prepared = await preparePost(tx, actor, type, await postInput(tx, actor, input, stored), {
      excerptParam: 'attr_title',
    })
    const post = await insertPost(tx, actor, type, prepared)
    await storeMenuItem(tx.store, post.id, item)
    await setExtraFields(tx, actor, type.name, post, input.fields)
    tx.emit(postSaved, { post, before: undefined })
    return post
  },
  { concurrent: true },
)

/** Changes a menu item. Throws as `createMenuItem` does. */
export const updateMenuItem = defineOperation(
  async (tx, actor, { id, version, ...sent }: MenuItemChanges): Promise<PostRecord> => {
    const type = itemType(tx)
    const input = checkedInput(sent)
    const before = await reloadItem(tx, id, post => mayEditPost(actor, post))
    const itemBefore = await loadMenuItem(tx.store, before)
    const title = input.title ?? (await shownTitle(tx, actor, before, itemBefore, input))
    const item = await resolveMenuItem(tx, input, title, itemBefore)
    if (input.menu) await requireMenu(tx, input.menu)
    const menu = input.menu ?? (await menuOfItem(tx, id))
    const stored = { title: title === before.title ? undefined : await ownTitle(tx, actor, title, item), menu }
    const prepared = await preparePost(tx, actor, type, await postInput(tx, actor, input, stored), {
      before,
      excerptParam: 'attr_title',
    })
    const post = await storePostChanges(tx, actor, type, { before, prepared, version })
    await storeMenuItem(tx.store, id, item)
    await setExtraFields(tx, actor, type.name, post, input.fields)
    tx.emit(postSaved, { post, before })
    return post
  },
)

/** The id of an item's menu; 0 for none. */
async function menuOfItem({ store }: Tx, id: number): Promise<number> {
  const { terms } = await postsIn(store).related([id], ['terms'])
  return terms.get(id)?.find(term => term.taxonomy === MENUS)?.id ?? 0
}

/**
 * Permanently deletes a menu item, and returns it. Its children keep its id as their parent, and menus show them at the
 * top level.
 */
export const deleteMenuItem = defineOperation(async (tx, actor, { id, version }: PostTarget): Promise<PostRecord> => {
  const options = await tx.site.options()
  const item = await reloadItem(tx, id, each => mayDeletePost(actor, each, options))
  if (version !== undefined) await postsIn(tx.store).update(item.id, {}, { version })
  await removePosts(tx, [item])
  return item
})
