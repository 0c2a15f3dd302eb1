import type { HandlerRequest } from '@platen/core'
import {
  type BlockValues,
  collectBlockUses,
  excerptText,
  type IncludedText,
  type LoadedBlock,
  type RenderOptions,
  renderBlocks,
} from '@platen/rendering'
import type { PostRecord } from '../features/posts/post-collection.js'
import { reportBlockFailure, reportBlockLoadFailure } from '../rest/report-failures.js'
import type { BlockScope } from './block-scope.js'

/** How many rounds blocks load in: those of the records of a page, of the records these include, and so on. */
const MAX_ROUNDS = 3
/** How much the blocks of a page may include of other records, in UTF-16 code units of their text or HTML. */
const MAX_INCLUDED = 1024 * 1024

type Loaded = ReadonlyMap<string, LoadedBlock>
type BlockRenderOptions = Pick<RenderOptions, 'blocks' | 'postId' | 'context' | 'scope' | 'loaded' | 'onBlockError'>

/** A text whose blocks are rendered: that of a record, or one that is rendered for the record `of`. */
export interface RenderedText extends IncludedText {
  readonly type?: string
  readonly of?: Pick<PostRecord, 'id' | 'type'> | undefined
}

/** The dynamic blocks in the texts of a page of records. */
export interface PageBlocks {
  /** Loads what the blocks in some records need, and those in the records that they include. */
  load(records: readonly RenderedText[]): Promise<void>
  /** What the blocks in the texts of a record are rendered with. */
  renderingOf(record: RenderedText): BlockRenderOptions
}

const contextOf = ({ id, type, of }: RenderedText): BlockValues => ({
  postId: (of?.id ?? id) || undefined,
  postType: of?.type ?? type,
})

/** Creates what renders the dynamic blocks of a page of records; it loads nothing yet. */
export function pageBlocks(
  from: Pick<BlockScope, 'site' | 'options' | 'principal'>,
  request: HandlerRequest,
): PageBlocks {
  const { site } = from
  /** What was loaded in the round in which a record's blocks were collected, by the id of the record. */
  const loadedFor = new Map<number, Loaded>()
  const including: number[] = []
  let included = 0

  const renderingOf = (record: RenderedText): BlockRenderOptions => {
    const loaded = loadedFor.get(record.id)
    return {
      blocks: site.blocks,
      postId: record.of?.id ?? record.id,
      context: contextOf(record),
      scope,
      loaded: loaded && (name => loaded.get(name)),
      onBlockError: (error, name) => reportBlockFailure(site, name, record.id, error, request),
    }
  }

  const include = (record: IncludedText, render: (rendering: BlockRenderOptions) => string): string => {
    if (including.includes(record.id) || including.length === MAX_ROUNDS || included >= MAX_INCLUDED) return ''
    including.push(record.id)
    try {
      const html = render(renderingOf(record))
      // Reading a text without visible HTML is work too.
      included += Math.max(html.length, record.content.length)
      return html
    } finally {
      including.pop()
    }
  }

  const scope: BlockScope = {
    ...from,
    contentOf: record => include(record, rendering => renderBlocks(record.content, rendering)),
    excerptOf: (post, words, more) =>
      include(post, rendering => excerptText(post, { ...rendering, shortcodes: site.shortcodes, words, more })),
  }

  /** Loads one round, and returns the records that its blocks include. */
  const loadRound = async (records: readonly RenderedText[]): Promise<IncludedText[]> => {
    const texts = records.map(record => ({
      content: record.content,
      postId: record.of?.id ?? record.id,
      context: contextOf(record),
    }))
    const uses = collectBlockUses(texts, site.blocks)
    if (uses.size === 0) return []
    const loaded = new Map<string, LoadedBlock>()
    for (const { id } of records) loadedFor.set(id, loaded)
    const found = await Promise.all(
      [...uses].map(async ([name, ofType]) => {
        try {
          const definition = site.blocks.get(name)?.definition
          const value: unknown = await definition?.load?.(ofType, scope)
          loaded.set(name, { value })
          return definition?.includes?.(value) ?? []
        } catch (error) {
          loaded.delete(name)
          reportBlockLoadFailure(site, name, error, request)
          return []
        }
      }),
    )
    const next = new Map(found.flat().map(record => [record.id, record]))
    return [...next.values()].filter(({ id }) => !loadedFor.has(id))
  }

  return {
    renderingOf,
    async load(records) {
      let next: readonly RenderedText[] = records.filter(({ content }) => site.blocks.mayLoad(content))
      for (let round = 0; round < MAX_ROUNDS && next.length > 0; round++) next = await loadRound(next)
    },
  }
}
