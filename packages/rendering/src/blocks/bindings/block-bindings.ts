import { NO_VALUES } from '../block-context.js'
import { isObject } from '../block-layout.js'
import type { Block } from '../block-parser.js'
import type { BlockType } from '../block-registry.js'
import type { BlockValues } from '../block-type.js'
import { type BindingSource, type BindingUse, PATTERN_OVERRIDES } from './binding-source.js'

/** Represents all attributes that a synced pattern may override. */
const ALL = '__default'

interface Binding {
  readonly attribute: string
  readonly source: string
  readonly args: BlockValues
}

/** The context values that a source uses. */
const contextFor = ({ usesContext = [] }: BindingSource, around: BlockValues): BlockValues =>
  Object.fromEntries(usesContext.filter(name => around[name] !== undefined).map(name => [name, around[name]]))

/** The bound attributes of a block, as far as its type allows. */
const bindingsOf = ({ attributes: { metadata } }: Block, type: BlockType | undefined): readonly Binding[] => {
  const bindable = type?.definition.bindable
  const given = isObject(metadata) ? metadata['bindings'] : undefined
  if (bindable === undefined || !isObject(given)) return []
  const bindings: Binding[] = []
  for (const attribute of bindable) {
    const own = Object.hasOwn(given, attribute) ? given[attribute] : undefined
    const all = Object.hasOwn(given, ALL) ? given[ALL] : undefined
    const isOverridden = own === undefined && isObject(all) && all['source'] === PATTERN_OVERRIDES
    const binding = isOverridden ? { source: PATTERN_OVERRIDES } : own
    if (!isObject(binding)) continue
    const { source, args } = binding as { readonly source?: unknown; readonly args?: unknown }
    if (typeof source === 'string') bindings.push({ attribute, source, args: isObject(args) ? args : NO_VALUES })
  }
  return bindings
}

/** A use of a source by a block. */
export interface SourceUse {
  readonly source: BindingSource
  readonly use: BindingUse
}

/** The uses of sources by a block, in its context. Unknown sources are omitted. */
export const sourceUses = (
  block: Block,
  type: BlockType | undefined,
  sourceOf: (name: string) => BindingSource | undefined,
  around: BlockValues,
  postId: number,
): readonly SourceUse[] => {
  const bindings = bindingsOf(block, type)
  if (bindings.length === 0) return []
  const { metadata } = block.attributes
  const name = isObject(metadata) ? metadata['name'] : undefined
  const blockName = typeof name === 'string' ? name : ''
  return bindings.flatMap(({ attribute, source: sourceName, args }) => {
    const source = sourceOf(sourceName)
    return source === undefined
      ? []
      : [{ source, use: { attribute, args, blockName, postId, context: contextFor(source, around) } }]
  })
}
