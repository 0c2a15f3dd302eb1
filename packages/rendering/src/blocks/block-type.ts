import type { ParamsOf, Schema } from '@platen/core'
import type { BlockAnnotations } from './block-annotations.js'
import type { Block } from './block-parser.js'

/** A block being rendered, and its surroundings. */
export interface BlockPlace {
  readonly block: Block
  /** The post whose content it is in; 0 if there is none. */
  readonly postId: number
  /** The blocks around it, the innermost last. */
  readonly parents: readonly Block[]
  /** The provided values of the context names in `usesContext` and `usesUnlistedContext` of its type. */
  readonly context: BlockValues
  /** The `supports` of its type; empty if it declares none. */
  readonly supports: BlockValues
  /** See {@link AdjustmentContext}. */
  readonly count: AdjustmentContext['count']
  /**
   * For types with `repeat`: the HTML within the block, with the inner blocks in one of the contexts; undefined beyond the
   * limit for one page of texts.
   */
  readonly innerOf: (context: BlockValues) => string | undefined
  /** For types with `separatesInner`: the inner blocks with their HTML, in order; hidden ones are missing. */
  readonly inner: readonly ShownBlock[]
}

/** A block with the HTML that it shows. */
export interface ShownBlock {
  readonly block: Block
  readonly html: string
}

/** The attributes of a block, or the values that blocks provide to inner blocks, by name. */
export type BlockValues = Readonly<Record<string, unknown>>

/** One use of a dynamic block, for `load`. */
export interface BlockUse<Attributes = BlockValues> {
  /** Validated, with defaults. */
  readonly attributes: Attributes
  readonly postId: number
  /** See {@link BlockPlace}. */
  readonly context: BlockValues
}

/** Tabs that are being rendered. */
export interface ShownTabs {
  /** Their anchor, or an id with a number. */
  readonly id: string
  /** The places of their panels. */
  readonly places: ReadonlyMap<Block, number>
}

/** Blocks that are being rendered, for the blocks in them, which are rendered later. */
export interface ShownParts {
  /** The numbers of sections of accordions. */
  sections?: Map<Block, number>
  tabs?: Map<Block, ShownTabs>
}

/** The context of an adjustment. */
export interface AdjustmentContext {
  /** The blocks around it, the innermost last. */
  readonly parents: readonly Block[]
  /** Counts its calls with the same name within one text, from 1. */
  readonly count: (name: string) => number
  readonly parts: ShownParts
}

/**
 * Changes the saved HTML of a static block for display. It receives the chunks between the inner blocks, and returns as
 * many, or undefined to hide the block. The result must depend on nothing but the arguments, because it is cached.
 */
export type BlockAdjustment = (
  chunks: readonly string[],
  block: Block,
  context: AdjustmentContext,
) => readonly string[] | undefined

/** The schema of an attribute; formatted text counts as a string. */
export type BlockAttribute = Schema | { readonly type: 'rich-text'; readonly [keyword: string]: unknown }

/** The schemas of attributes by name. */
export type BlockAttributes = Readonly<Record<string, BlockAttribute>>

interface BlockTypeBase extends BlockAnnotations {
  /** `namespace/name`, in lower case. */
  readonly name: string
  /** Names of the context values that `load` and `render` receive. */
  readonly usesContext?: readonly string[]
  /** Names of additional context values that `load` and `render` receive, which descriptions of the type omit. */
  readonly usesUnlistedContext?: readonly string[]
  /** Context values for inner blocks: their names, each with the attribute that provides it. */
  readonly providesContext?: Readonly<Record<string, string>>
  /** Additional context values for inner blocks, which descriptions of the type omit. */
  readonly providesUnlistedContext?: Readonly<Record<string, string>>
  /** The attributes that can get their values from a source, if the `metadata` of a block declares it. */
  readonly bindable?: readonly string[]
  readonly adjust?: BlockAdjustment
  /** Converts the attributes of content that older versions of the block have saved, before they are validated. */
  readonly upgrade?: (attributes: BlockValues) => BlockValues
  /** Whether `render` receives the inner blocks one by one, in `inner`; it still receives their joined HTML. */
  readonly separatesInner?: boolean
  /**
   * The styles that editors may change, as in `block.json`; see `wrapperAttributes`. They add attributes; see
   * `supportedAttributes`.
   */
  readonly supports?: BlockValues
}

/**
 * A block type: static unless it has `render`. Additional members are ignored.
 */
export interface BlockTypeDefinition<Scope extends object = object> extends BlockTypeBase {
  /**
   * The schemas of its attributes, besides those that `supports` add; an invalid value counts as absent. They may have
   * the keywords `source`, `selector`, `attribute`, `query`, `meta`, `multiline` and `role` for editors.
   */
  readonly attributes?: BlockAttributes
  /** See {@link TypedBlock}. */
  load?(uses: readonly BlockUse[], scope: Scope): unknown
  /** See {@link TypedBlock}. */
  includes?(loaded: unknown): readonly IncludedText[]
  /** See {@link TypedBlock}. */
  repeat?(use: BlockUse, loaded: unknown): readonly BlockValues[]
  /** See {@link TypedBlock}. */
  render?(attributes: BlockValues, content: string, loaded: unknown, scope: Scope & BlockPlace): string
  readonly [annotation: string]: unknown
}

/** A record whose content, with its blocks, a block includes in its own HTML. */
export interface IncludedText {
  readonly id: number
  readonly content: string
  /** The contexts in which its blocks are shown; that of the record by default. */
  readonly contexts?: readonly BlockValues[]
}

/**
 * A block type; its schemas determine the types of its attributes, and its `load` the type of `loaded`; see {@link
 * defineBlock}.
 */
export interface TypedBlock<Attributes extends Readonly<Record<string, Schema>>, Loaded, Scope extends object>
  extends BlockTypeBase {
  readonly attributes?: Attributes
  /**
   * Loads the data for `render`, once for all uses of the block in a page of texts. If it fails, these uses show
   * nothing.
   */
  load?(uses: readonly BlockUse<ParamsOf<Attributes>>[], scope: Scope): Loaded | Promise<Loaded>
  /** The loaded records whose content `render` includes; the blocks within them are loaded in the next round. */
  includes?(loaded: Loaded): readonly IncludedText[]
  /**
   * The contexts in which the inner blocks are shown, in addition to the context of the block itself. These blocks are
   * loaded in the next round, and `render` writes them with `innerOf`; `content` is the saved HTML without them.
   */
  repeat?(use: BlockUse<ParamsOf<Attributes>>, loaded: Loaded): readonly BlockValues[]
  /**
   * Returns the HTML of one use, which is not sanitized. `content` is the saved HTML with its inner blocks rendered,
   * `loaded` the result of `load`.
   */
  render?(attributes: ParamsOf<Attributes>, content: string, loaded: Loaded, scope: Scope & BlockPlace): string
  readonly [annotation: string]: unknown
}

/** Declares a block type for `register`, with types inferred from its schemas and its `load`. */
export function defineBlock<
  const Attributes extends Readonly<Record<string, Schema>>,
  Loaded = undefined,
  Scope extends object = object,
>(definition: TypedBlock<Attributes, Loaded, Scope>): BlockTypeDefinition<Scope> {
  return definition
}
