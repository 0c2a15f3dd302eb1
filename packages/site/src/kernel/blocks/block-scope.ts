import type { HandlerRequest, Schema } from '@platen/core'
import {
  type BindingSource,
  type BindingUse,
  type BlockPlace,
  type BlockTypeDefinition,
  type BlockValues,
  defineBlock as defineTypedBlock,
  type IncludedText,
  type ShownBlock,
  type TypedBlock,
} from '@platen/rendering'
import type { SiteContext, SitePrincipal } from '../context/index.js'
import type { OptionSnapshot } from '../options/index.js'
import type { PostRecord } from '../records/index.js'

/** The context that `load` and `render` of dynamic blocks receive; `render` also receives the position of the block. */
export interface BlockScope {
  readonly site: SiteContext
  readonly options: OptionSnapshot
  /** The reader: a block must load only records that the reader may read. */
  readonly principal: SitePrincipal
  /** The URL of the request: that of the REST interface whose response shows the block. */
  requestUrl(): string
  /** Computes a value once for a page of records. */
  readonly once: HandlerRequest['once']
  /** Declares that the HTML can change without a change of the store, so that the response is not cached. */
  variesWithTime(): void
  /** The request that shows the texts: links to other pages of a list point to it. */
  readonly request: HandlerRequest
  /** How many widgets are nested around the texts; 0 by default. */
  readonly widgetDepth?: number | undefined
  /** Whether a block is rendered on its own, as for editors, and not as part of a text; `false` by default. */
  readonly isStandalone?: boolean | undefined
  /** The posts whose texts are shown, by their ids: they need not be loaded. */
  readonly shown: ReadonlyMap<number, PostRecord>
  /**
   * For `render`: the HTML of a record's content, without typography, which is applied to the whole surrounding text.
   * Blocks within it can load data if the block's `includes` returns the record. Empty within the record itself, if
   * nested too deeply within other records, and beyond the limit for one page of records. With `context`, the blocks
   * have these context values instead of those of the record.
   */
  contentOf(record: IncludedText, context?: BlockValues): string
  /** Like `contentOf`, but returns the blocks of the content separately, with additional context values. */
  blocksOf(record: IncludedText, context: BlockValues, count: BlockPlace['count']): readonly ShownBlock[]
  /**
   * For `render`: the content of a post in paragraphs, up to its more tag, for which `more` writes the link from the
   * text of the tag. Otherwise like `contentOf`.
   */
  teaserOf(post: PostRecord, more: (text: string) => string): string
  /** For `render`: the excerpt of a post without typography; `more` follows when the content has more words. */
  excerptOf(post: PostRecord, words: number, more: string): string
}

/** A source of bound attributes of a site. */
export type SiteBindingSource = BindingSource<BlockScope>

/** Infers the types of a source of bound attributes from the data that it loads, for `registerBindingSource`. */
export function defineBindingSource<Loaded = undefined>(
  source: Omit<SiteBindingSource, 'load' | 'value'> & {
    load?(uses: readonly BindingUse[], scope: BlockScope): Loaded | Promise<Loaded>
    value(use: BindingUse, loaded: Loaded, scope: BlockScope): unknown
  },
): SiteBindingSource {
  return source as SiteBindingSource
}

/** A block type of a site; see {@link defineBlock}. */
export type SiteBlock = BlockTypeDefinition<BlockScope>

/**
 * Infers the types of a block from the schemas of its attributes and the data that it loads, for `registerBlockType`.
 * `load` is called once for all uses in a page of records, so that a list costs a fixed number of queries; `render` is
 * synchronous and returns the HTML of one use. A block that fails is reported and shows nothing.
 */
export function defineBlock<const Attributes extends Readonly<Record<string, Schema>>, Loaded = undefined>(
  definition: TypedBlock<Attributes, Loaded, BlockScope>,
): SiteBlock {
  return defineTypedBlock(definition)
}
