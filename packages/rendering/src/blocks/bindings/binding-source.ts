import type { BlockValues } from '../block-type.js'

/** An attribute of a block whose value comes from a source. */
export interface BindingUse {
  readonly attribute: string
  /** The block's arguments for the source, such as `{"key":"subtitle"}`. */
  readonly args: BlockValues
  /** The name that editors gave the block; empty without one. */
  readonly blockName: string
  /** The post whose content the block is in; 0 if there is none. */
  readonly postId: number
  /** The context values that the source names in `usesContext`. */
  readonly context: BlockValues
}

/** A source of values for bound attributes of blocks. */
export interface BindingSource<Scope extends object = object> {
  /** `namespace/name`, in lower case. */
  readonly name: string
  /** Its name for people. */
  readonly label?: string
  readonly usesContext?: readonly string[]
  /** Loads the data for `value`, once for all uses in a page of texts. If it fails, blocks show their saved values. */
  load?(uses: readonly BindingUse[], scope: Scope): unknown
  /** Returns the value of an attribute; with undefined or null, the block shows its saved value. */
  value(use: BindingUse, loaded: unknown, scope: Scope): unknown
}

/** The part of a text that every bound block has. */
export const BINDINGS_MARK = '"bindings"'

/** The key of the result of a source's `load`, among those of block types. */
export const sourceKey = (name: string): string => `source:${name}`

export const PATTERN_OVERRIDES = 'core/pattern-overrides'

/** The context value with the overrides of a synced pattern's use, by the names of blocks and attributes. */
export const OVERRIDES_CONTEXT = 'pattern/overrides'

/** Uses the overrides of a synced pattern's use for a named block. */
export const patternOverrides: BindingSource = Object.freeze({
  name: PATTERN_OVERRIDES,
  label: 'Pattern Overrides',
  usesContext: [OVERRIDES_CONTEXT],
  value({ attribute, blockName, context }: BindingUse): unknown {
    const ofBlock = memberOf(context[OVERRIDES_CONTEXT], blockName)
    return memberOf(ofBlock, attribute)
  },
})

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as BlockValues)[name] : undefined
