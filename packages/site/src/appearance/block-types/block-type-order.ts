import type { SiteBlock } from '../../kernel/blocks/index.js'
import { namespaceOf } from './block-type-resource.js'

/** The part of a registered block type that determines its position in lists. */
interface ListedType {
  readonly definition: Pick<SiteBlock, 'name'>
  readonly isRendered: boolean
}

/**
 * The built-in blocks that show widgets, which come first in lists, and the one that only old content uses, which comes
 * last.
 */
const FIRST = ['core/legacy-widget', 'core/widget-group']
const LAST = 'core/post-comments'
/** Blocks that are saved as HTML and listed among those that the site renders. */
const AMONG_RENDERED = ['core/details', 'core/page-list-item', 'core/paragraph']

const groupOf = ({ definition: { name }, isRendered }: ListedType): number => {
  if (FIRST.includes(name)) return 0
  if (name === LAST) return 4
  if (namespaceOf(name) !== 'core') return 3
  return isRendered || AMONG_RENDERED.includes(name) ? 1 : 2
}

/**
 * Block types in the order of lists: built-in ones by name, those that the site renders before those that are saved as
 * HTML, then all others in the order of their registration.
 */
export function inListOrder<T extends ListedType>(types: readonly T[]): readonly T[] {
  const place = new Map(types.map((type, index) => [type, { group: groupOf(type), index }]))
  const rankOf = (type: T) => place.get(type) ?? { group: 0, index: 0 }
  return [...types].sort((one, other) => {
    const [a, b] = [rankOf(one), rankOf(other)]
    if (a.group !== b.group) return a.group - b.group
    if (a.group === 3) return a.index - b.index
    return one.definition.name < other.definition.name ? -1 : 1
  })
}
