import { addClasses, attributeOf, firstTag, readTag, type TagRange } from '../html/html-tag.js'
import type { Block } from './block-parser.js'
import { isSet } from './is-set.js'

/** The attribute `layout`: how the inner blocks are laid out. */
interface Layout {
  readonly type?: unknown
  readonly orientation?: unknown
  readonly justifyContent?: unknown
  readonly flexWrap?: unknown
  readonly verticalAlignment?: unknown
  readonly contentSize?: unknown
  readonly wideSize?: unknown
  readonly inherit?: unknown
}

const TYPES: Readonly<Record<string, string>> = {
  default: 'flow',
  constrained: 'constrained',
  flex: 'flex',
  grid: 'grid',
}
const ALIGNED = new Set<unknown>(['left', 'right', 'center', 'space-between'])
const VERTICALLY_ALIGNED = new Set<unknown>(['top', 'center', 'bottom', 'stretch'])
const VOID_ELEMENTS = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))
const tagStart = /<(\/?)([a-z][\w-]*)/gi

/** Whether an attribute has members. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** Older content has no type, and widths or `inherit` instead. */
const typeOf = ({ inherit, contentSize, type }: Layout): string | undefined => {
  if (isSet(inherit) || isSet(contentSize)) return 'constrained'
  const name = type ?? 'default'
  return typeof name === 'string' && Object.hasOwn(TYPES, name) ? TYPES[name] : undefined
}

const gapOf = ({ attributes }: Block): unknown => {
  const { style } = attributes
  return isObject(style) && isObject(style['spacing']) ? style['spacing']['blockGap'] : undefined
}

/** Whether a gap sets the distance of the inner blocks; those in a flow have none beside each other. */
const isGap = (type: string, gap: unknown): boolean => {
  if (type === 'flex') return gap !== undefined && gap !== null && gap !== '' && gap !== false
  const above = isObject(gap) ? gap['top'] : gap
  return above !== undefined && above !== null
}

/** Whether the layout needs its own CSS rules besides those of its type. */
const isParticular = (type: string, layout: Layout): boolean => {
  if (type === 'grid') return true
  if (type === 'constrained')
    return isSet(layout.contentSize) || isSet(layout.wideSize) || ALIGNED.has(layout.justifyContent)
  if (type !== 'flex') return false
  if (layout.orientation === 'vertical' || layout.flexWrap === 'nowrap') return true
  return ALIGNED.has(layout.justifyContent) || VERTICALLY_ALIGNED.has(layout.verticalAlignment)
}

/** Eight hexadecimal digits, the same for equal values. */
export const digest = (value: unknown): string => {
  let hash = 0x811c9dc5
  for (const character of JSON.stringify(value)) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

const word = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[a-z-]+$/.test(value) ? value : undefined

/** The classes by which themes lay out the inner blocks; `fallback` is the default layout. */
export const layoutClasses = (block: Block, fallback: Layout): readonly string[] => {
  const own = isObject(block.attributes['layout']) ? (block.attributes['layout'] as Layout) : undefined
  const layout = own ?? fallback
  const type = typeOf(layout)
  if (type === undefined) return []
  const name = (block.name ?? '').replace(/^core\//, '').replace('/', '-')
  const classes: string[] = []
  const orientation = word(own?.orientation)
  const justification = word(own?.justifyContent)
  if (orientation !== undefined) classes.push(`is-${orientation}`)
  if (justification !== undefined) classes.push(`is-content-justification-${justification}`)
  if (own?.flexWrap === 'nowrap') classes.push('is-nowrap')
  classes.push(`is-layout-${type}`)
  const gap = gapOf(block)
  if (isGap(type, gap) || isParticular(type, layout)) {
    classes.push(`wp-container-core-${name}-is-layout-${digest([layout, gap])}`)
  }
  classes.push(`wp-block-${name}-is-layout-${type}`)
  return classes
}

/** The tag around the inner blocks: of the elements that are open before them, the innermost with a class. */
const wrapperTag = (html: string): TagRange | undefined => {
  const open: TagRange[] = []
  tagStart.lastIndex = 0
  for (let found = tagStart.exec(html); found !== null; found = tagStart.exec(html)) {
    const name = (found[2] ?? '').toLowerCase()
    if (found[1] === '/') {
      if (open.at(-1)?.name.toLowerCase() === name) open.pop()
      continue
    }
    const tag = readTag(html, found.index)
    if (tag === undefined) break
    if (!VOID_ELEMENTS.has(name)) open.push(tag)
    tagStart.lastIndex = tag.end
  }
  return open.findLast(tag => attributeOf(html, tag, 'class') !== undefined) ?? firstTag(html)
}

/** Adds the classes of the layout to the tag around the inner blocks. */
export const addLayout = (chunks: readonly string[], block: Block, fallback: Layout): readonly string[] => {
  const [first = '', ...rest] = chunks
  const tag = block.innerBlocks.length > 0 ? wrapperTag(first) : firstTag(first)
  const classes = tag === undefined ? [] : layoutClasses(block, fallback)
  return tag === undefined || classes.length === 0 ? chunks : [addClasses(first, tag, classes), ...rest]
}
