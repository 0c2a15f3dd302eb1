import type { Schema } from '@platen/core'
import type { Block } from './block-parser.js'

/** What a block is rendered in. */
export interface BlockContext {
  /** The post whose content it is, 0 when there is none. */
  readonly postId: number
  /** The blocks around it, the nearest last. */
  readonly parents: readonly Block[]
}

/**
 * Gives the HTML of a dynamic block. `attributes` are as its schemas say, with defaults; `content` is the block's saved
 * HTML with the blocks within it rendered.
 */
export type BlockRenderer = (
  attributes: Readonly<Record<string, unknown>>,
  content: string,
  block: Block,
  context: BlockContext,
) => string

/**
 * Changes the saved HTML of a static block on its way out: gets the pieces between the blocks within it and returns as
 * many, or undefined when nothing of the block is to be shown.
 */
export type BlockAdjustment = (
  pieces: readonly string[],
  block: Block,
  context: AdjustmentContext,
) => readonly string[] | undefined

/** What a block is adjusted in. */
export interface AdjustmentContext {
  /** The blocks around it, the nearest last. */
  readonly parents: readonly Block[]
  /** How often this was asked in the present rendering for the same name, beginning with 1. */
  readonly count: (name: string) => number
}

/** What a block type is registered with. Other members are annotations that the interface shows. */
export interface BlockTypeDefinition {
  /** `namespace/name`, in lower case. */
  readonly name: string
  /** Schemas of its attributes; a value that does not match counts as absent. */
  readonly attributes?: Readonly<Record<string, Schema>>
  /** Makes it dynamic. */
  readonly render?: BlockRenderer
  readonly adjust?: BlockAdjustment
  readonly [annotation: string]: unknown
}

/** Classes that the first of some elements gets. */
export interface PlainChange {
  readonly classes: readonly string[]
  /** The classes as an element has them that has no other attributes. */
  readonly attribute: string
  readonly elements: ReadonlySet<string>
}

/** A registered block type. */
export interface BlockType {
  readonly definition: BlockTypeDefinition
  readonly isDynamic: boolean
  /** All that is changed of its usual blocks; undefined when it may be more than a class. */
  readonly plainChange: PlainChange | undefined
  /** Completes attributes with the defaults of the schemas; what does not match is left out, or its default taken. */
  readonly prepareAttributes: (given: Readonly<Record<string, unknown>>) => Record<string, unknown>
}

/** The block types of a site. Blocks of other types show their saved HTML. */
export interface BlockRegistry {
  /** Adds a block type, or replaces it. Throws a TypeError for a bad name, a `SchemaError` for a bad schema. */
  register(definition: BlockTypeDefinition): void
  unregister(name: string): void
  get(name: string): BlockType | undefined
  all(): readonly BlockType[]
}
