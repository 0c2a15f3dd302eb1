import type { ParamsOf, Schema } from '@platen/core'
import type { Block } from './block-parser.js'

/** Where a block stands in the text that is rendered. */
export interface BlockPlace {
  readonly block: Block
  /** The post whose content it is; 0 when there is none. */
  readonly postId: number
  /** The blocks around it, the innermost last. */
  readonly parents: readonly Block[]
  /** The values its type names in `usesContext`, as far as they are provided. */
  readonly context: BlockValues
}

/** Attributes of a block, or values that blocks provide to those within them, by name. */
export type BlockValues = Readonly<Record<string, unknown>>

/** One use of a dynamic block, for `load`. */
export interface BlockUse<Attributes = BlockValues> {
  /** Validated and completed by the schemas. */
  readonly attributes: Attributes
  readonly postId: number
  /** The values its type names in `usesContext`, as far as they are provided. */
  readonly context: BlockValues
}

/** What an adjustment may use. */
export interface AdjustmentContext {
  /** The blocks around it, the innermost last. */
  readonly parents: readonly Block[]
  /** Counts its calls with the same name within one text, from 1. */
  readonly count: (name: string) => number
}

/** A class that the first of some elements gets. */
export interface PlainChange {
  readonly classes: readonly string[]
  /** The `class` attribute for an element without attributes, with a leading space. */
  readonly attribute: string
  readonly elements: ReadonlySet<string>
}

/**
 * Changes the saved HTML of a static block for display. Takes the chunks between the inner blocks and returns as many, or
 * undefined to hide the block.
 */
export interface BlockAdjustment {
  (chunks: readonly string[], block: Block, context: AdjustmentContext): readonly string[] | undefined
  /**
   * All that it does to a block without inner blocks, `style` and `metadata`; undefined when that is more than adding a
   * class.
   */
  readonly plain?: PlainChange | undefined
}

/** A block whose inner blocks, attributes or place decide nothing but what `render` and `load` make of them. */
interface BlockTypeBase {
  /** `namespace/name`, in lower case. */
  readonly name: string
  /** Names of the context values that `load` and `render` receive. */
  readonly usesContext?: readonly string[]
  /** Context values for the blocks within: their names with the attribute that holds each. */
  readonly providesContext?: Readonly<Record<string, string>>
  readonly adjust?: BlockAdjustment
}

/**
 * A block type: static unless it has `render`. Members beside the listed ones are annotations for the interface, such as
 * `title`.
 */
export interface BlockTypeDefinition<Scope extends object = object> extends BlockTypeBase {
  /** Schemas of its attributes; a value that does not match counts as absent. */
  readonly attributes?: Readonly<Record<string, Schema>>
  /** See {@link TypedBlock}. */
  load?(uses: readonly BlockUse[], scope: Scope): unknown
  /** See {@link TypedBlock}. */
  includes?(loaded: unknown): readonly IncludedText[]
  /** See {@link TypedBlock}. */
  render?(attributes: BlockValues, content: string, loaded: unknown, scope: Scope & BlockPlace): string
  readonly [annotation: string]: unknown
}

/** A text that a block shows within its own HTML: a record with blocks in its content. */
export interface IncludedText {
  readonly id: number
  readonly content: string
}

/**
 * A block type with the types of its attributes inferred from their schemas, and that of `loaded` from `load`; see
 * {@link defineBlock}.
 */
export interface TypedBlock<Attributes extends Readonly<Record<string, Schema>>, Loaded, Scope extends object>
  extends BlockTypeBase {
  readonly attributes?: Attributes
  /**
   * Loads what `render` needs: called once for all uses of the block in a page of texts. When it fails, these uses show
   * nothing.
   */
  load?(uses: readonly BlockUse<ParamsOf<Attributes>>[], scope: Scope): Loaded | Promise<Loaded>
  /** The loaded records whose content `render` includes; the blocks within them are loaded in the next round. */
  includes?(loaded: Loaded): readonly IncludedText[]
  /**
   * Returns the HTML of one use, which is shown as it is. `content` is the saved HTML with the inner blocks rendered,
   * `loaded` what `load` resolved with.
   */
  render?(attributes: ParamsOf<Attributes>, content: string, loaded: Loaded, scope: Scope & BlockPlace): string
  readonly [annotation: string]: unknown
}

/** Types a block type by its schemas and by what it loads, for `register`. */
export function defineBlock<
  const Attributes extends Readonly<Record<string, Schema>>,
  Loaded = undefined,
  Scope extends object = object,
>(definition: TypedBlock<Attributes, Loaded, Scope>): BlockTypeDefinition<Scope> {
  return definition
}
