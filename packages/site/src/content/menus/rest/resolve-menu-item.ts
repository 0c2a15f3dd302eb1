import { RestError } from '@platen/core'
import { trimSpace } from '@platen/rendering'
import type { Tx } from '../../../kernel/operations/index.js'
import { postsIn, termsIn } from '../../../kernel/records/index.js'
import { recordById } from '../../../kernel/rest/index.js'
import { postTypes } from '../../types/index.js'
import type { MenuItem } from '../menu-item.js'
import type { MenuItemInput } from '../operations/menu-item-input.js'

const NEW_ITEM: MenuItem = Object.freeze({
  type: 'custom',
  object: 'custom',
  objectId: 0,
  parent: 0,
  target: '',
  classes: [],
  xfn: [],
  url: '',
})

const notInClass = /%[a-f0-9]{2}|[^a-z0-9_-]+/gi

/**
 * Names of classes or relations, without escapes and characters that end an attribute. A name that would be empty
 * remains as an empty word, so that clients find each word at its original position.
 */
const words = (list: readonly string[]): readonly string[] => list.map(word => word.replace(notInClass, ''))

/**
 * The data of an item after a change, with its own `title`. Throws a `RestError` for an invalid item: a custom link
 * without a title or URL, the archive of an unknown type, a link to an unknown object without a type. `before` is the
 * stored item.
 */
export async function resolveMenuItem(
  tx: Tx,
  input: MenuItemInput,
  title: string,
  before: MenuItem = NEW_ITEM,
): Promise<MenuItem> {
  const type = input.type ?? before.type
  const item: MenuItem = {
    type,
    object: input.object ?? (type === before.type ? before.object : ''),
    objectId: input.objectId ?? before.objectId,
    parent: input.parent ?? before.parent,
    target: input.target ?? before.target,
    classes: input.classes === undefined ? before.classes : words(input.classes),
    xfn: input.xfn === undefined ? before.xfn : words(input.xfn),
    url: input.url ?? before.url,
  }
  if (type === 'custom') {
    requireLink(title, item.url)
    return { ...item, object: 'custom', objectId: 0 }
  }
  if (type === 'post_type_archive') {
    if (!tx.site.get(postTypes).has(item.object))
      throw new RestError('rest_post_invalid_type', 'The post type does not exist.', 400)
    return item
  }
  return item.object === '' ? { ...item, object: await objectOf(tx, item) } : item
}

function requireLink(title: string, url: string): void {
  const missing = [
    ...(trimSpace(title) === '' ? [new RestError('rest_title_required', 'A custom link must have a title.', 400)] : []),
    ...(url === '' ? [new RestError('rest_url_required', 'A custom link must have a URL.', 400)] : []),
  ]
  const [first, ...additional] = missing
  if (first !== undefined) throw new RestError(first.code, first.message, 400, { additional })
}

/** The post type or taxonomy of an item's target. Throws a `RestError` if it does not exist. */
async function objectOf({ store }: Tx, { type, objectId }: MenuItem): Promise<string> {
  const object =
    type === 'taxonomy'
      ? (await recordById(termsIn(store), objectId))?.taxonomy
      : (await recordById(postsIn(store), objectId))?.type
  if (object !== undefined) return object
  throw type === 'taxonomy'
    ? new RestError('rest_term_invalid_id', 'There is no such term.', 400)
    : new RestError('rest_post_invalid_id', 'There is no such post.', 400)
}
