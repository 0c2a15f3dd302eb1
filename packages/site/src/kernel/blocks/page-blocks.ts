import { createMemo, type HandlerRequest, writePath, writeQuery } from '@platen/core'
import {
  type BlockUses,
  type BlockValues,
  collectBlockUses,
  excerptText,
  type IncludedText,
  type LoadedBlock,
  parseBlocks,
  type RenderOptions,
  renderBlocks,
  renderEachBlock,
  renderTeaser,
  type ShownBlocks,
  settleUrls,
  sourceKey,
} from '@platen/rendering'
import type { SiteContext } from '../context/index.js'
import type { PostRecord } from '../records/index.js'
import { reportBlockFailure, reportBlockLoadFailure } from '../rest/index.js'
import type { BlockScope } from './block-scope.js'
import { loadEmbeds } from './content-parts.js'

/**
 * The maximum number of loading rounds: for the blocks of the records of a page, of the records that they include, and
 * so on.
 */
const MAX_ROUNDS = 6
/** How deep records include others. */
const MAX_INCLUDES = 3
/** The maximum number of uses of blocks that load in a round, and of contexts in which repeated blocks are shown. */
const MAX_USES = 100_000
const MAX_CONTEXTS = 10_000
/** The maximum length of the HTML that the blocks of a page repeat, in UTF-16 code units. */
const MAX_REPEATED = 8 * 1024 * 1024
/**
 * The maximum length of the HTML that the dynamic blocks of one text add, and of a page of records, in UTF-16 code
 * units: a short text can use a long block many times, and a list of such texts must remain small enough to send.
 */
const MAX_ADDED = 4 * 1024 * 1024
const MAX_ADDED_TO_PAGE = 32 * 1024 * 1024
/** The maximum length of the text or HTML of other records that the blocks of a page include, in UTF-16 code units. */
const MAX_INCLUDED = 1024 * 1024

type Loaded = ReadonlyMap<string, LoadedBlock>
type BlockRenderOptions = Pick<
  RenderOptions,
  'blocks' | 'postId' | 'context' | 'scope' | 'loaded' | 'repeatable' | 'addable' | 'onBlockError'
>

/** The data of a text's post that blocks need. */
type PostReference = Pick<PostRecord, 'id' | 'type'>

/** A text that is not the content of a record, rendered for the post `of`. */
interface DetachedText extends IncludedText {
  readonly of?: PostRecord | PostReference | undefined
}

/** A text whose blocks are rendered. */
export type RenderedText = PostRecord | DetachedText

const postOf = (text: RenderedText): PostRecord | PostReference | undefined => ('title' in text ? text : text.of)

/** The block uses that load in a round. */
interface Round {
  readonly records: readonly IncludedText[]
  readonly repeated: readonly ShownBlocks[]
}

const NOTHING_TO_LOAD: Round = { records: [], repeated: [] }

/** The dynamic blocks in the texts of a page of records. */
export interface PageBlocks {
  /** Loads the data of the blocks in some records, and in the records that they include. */
  load(records: readonly RenderedText[]): Promise<void>
  /** Renders the blocks in the texts of a record. */
  renderingOf(record: RenderedText): BlockRenderOptions
  /** The texts of other records that the blocks may show; empty before `load`. */
  includedTexts(): readonly IncludedText[]
}

const contextOf = (text: RenderedText): BlockValues => {
  const post = postOf(text)
  return { postId: (post?.id ?? text.id) || undefined, postType: post?.type }
}

/** Renders an included text with context values of the block that includes it. */
const within = (rendering: BlockRenderOptions, context: BlockValues | undefined): BlockRenderOptions =>
  context === undefined ? rendering : { ...rendering, context }

/** The environment of rendered blocks: the site and the caller. */
type Given = Pick<BlockScope, 'site' | 'options' | 'principal' | 'widgetDepth' | 'isStandalone'>

/** The state of a page of records. Most pages load nothing, so this is their only cost. */
interface Page {
  readonly from: Given
  readonly request: HandlerRequest
  /** The loaded data of each round, and the rounds in which the blocks of records were collected, by record id. */
  readonly rounds: Loaded[]
  readonly roundOf: Map<number, number>
  /** The texts whose blocks are shown. */
  readonly texts: RenderedText[]
  readonly repeatable: { left: number }
  readonly addable: { left: number }
  /** The texts that blocks include, by their content, each with its content after URLs were replaced by embeds and players. */
  readonly includedTexts: Map<string, { readonly text: IncludedText; readonly content: string }>
  /** The ids of the records that are being included, each within the one before. */
  readonly including: number[]
  included: number
  scope: BlockScope | undefined
}

/** Creates the renderer of the dynamic blocks of a page of records; it loads nothing yet. */
export function pageBlocks(from: Given, request: HandlerRequest): PageBlocks {
  const page: Page = {
    from,
    request,
    rounds: [],
    roundOf: new Map(),
    texts: [],
    repeatable: { left: MAX_REPEATED },
    addable: { left: MAX_ADDED_TO_PAGE },
    includedTexts: new Map(),
    including: [],
    included: 0,
    scope: undefined,
  }
  const scope = () => scopeOf(page)
  return {
    renderingOf: record => renderingOf(page, record, scope),
    load: records => loadBlocks(page, records),
    includedTexts: () => [...page.includedTexts.values()].map(({ text }) => text),
  }
}

/** What a text may still add; everything that it adds counts for its page, too. */
class SharedAllowance {
  readonly #page: { left: number }
  #left = MAX_ADDED

  constructor(page: { left: number }) {
    this.#page = page
  }

  get left(): number {
    return Math.min(this.#left, this.#page.left)
  }

  set left(value: number) {
    const added = this.left - value
    this.#left -= added
    this.#page.left -= added
  }
}

function renderingOf(page: Page, record: RenderedText, scope: () => BlockScope): BlockRenderOptions {
  const { request, rounds } = page
  const { site } = page.from
  const round = page.roundOf.get(record.id)
  return {
    blocks: site.blocks,
    postId: postOf(record)?.id ?? record.id,
    context: contextOf(record),
    scope,
    loaded: round === undefined ? undefined : (name, depth) => rounds[round + depth]?.get(name),
    repeatable: page.repeatable,
    // What included texts add is added to the text around them.
    addable: page.including.length === 0 ? new SharedAllowance(page.addable) : { left: MAX_ADDED },
    onBlockError: (error, name) => reportBlockFailure(site, name, record.id, error, request),
  }
}

/** Renders the content of a record within another text; `none` within itself, and beyond the limits. */
function includeAs<T>(
  page: Page,
  record: IncludedText,
  none: T,
  render: (rendering: BlockRenderOptions) => T,
  sizeOf: (rendered: T) => number,
): T {
  const { including } = page
  if (including.includes(record.id) || including.length === MAX_INCLUDES || page.included >= MAX_INCLUDED) return none
  including.push(record.id)
  try {
    const rendered = render(renderingOf(page, record, () => scopeOf(page)))
    // Reading a text without visible HTML also costs time.
    page.included += Math.max(sizeOf(rendered), record.content.length)
    return rendered
  } finally {
    including.pop()
  }
}

/** The scope of the blocks of a page, created for the first block that needs it. */
function scopeOf(page: Page): BlockScope {
  page.scope ??= createScope(page)
  return page.scope
}

/** The posts that texts are about, by their ids. */
function postsAbout(texts: readonly RenderedText[]): ReadonlyMap<number, PostRecord> {
  const posts = new Map<number, PostRecord>()
  for (const text of texts) {
    const post = postOf(text)
    if (post !== undefined && 'title' in post) posts.set(post.id, post)
  }
  return posts
}

function createScope(page: Page): BlockScope {
  const { from, request } = page
  const { site } = from
  const emoticons = from.options.flag('use_smilies', true)
  const embedded = ({ content }: IncludedText): string => page.includedTexts.get(content)?.content ?? content
  const include = (record: IncludedText, render: (rendering: BlockRenderOptions) => string): string =>
    includeAs(page, record, '', render, html => html.length)
  return {
    ...from,
    requestUrl: () => requestUrlOf(site, request),
    once: createMemo(),
    variesWithTime: () => request.markIncomplete(),
    contentOf: (record, context) =>
      include(record, rendering => renderBlocks(embedded(record), within(rendering, context))),
    blocksOf: (record, context, count) =>
      includeAs(
        page,
        record,
        [],
        rendering =>
          renderEachBlock(record.content, { ...rendering, context: { ...rendering.context, ...context } }, count),
        shown => shown.reduce((sum, { html }) => sum + html.length, 0),
      ),
    request,
    shown: postsAbout(page.texts),
    teaserOf: (post, more) =>
      include(post, rendering =>
        renderTeaser(embedded(post), more, { shortcodes: site.shortcodes, emoticons, ...rendering }),
      ),
    excerptOf: (post, words, more) =>
      include(post, rendering => excerptText(post, { shortcodes: site.shortcodes, words, more, ...rendering })),
  }
}

/** Loads the values of bound attributes of blocks. */
async function loadSources(page: Page, bound: BlockUses['bound'], loaded: Map<string, LoadedBlock>): Promise<void> {
  const { site } = page.from
  await Promise.all(
    [...bound].map(async ([name, uses]) => {
      try {
        loaded.set(sourceKey(name), { value: await site.blocks.source(name)?.load?.(uses, scopeOf(page)) })
      } catch (error) {
        reportBlockLoadFailure(site, name, error, page.request)
      }
    }),
  )
}

/** Loads one round, and returns what loads in the next: the records that its blocks include, and repeated blocks. */
async function loadRound(page: Page, { records, repeated }: Round): Promise<Round> {
  const { site } = page.from
  const texts = records.map(
    (record): ShownBlocks => ({
      blocks: parseBlocks(record.content),
      postId: record.id,
      contexts: record.contexts ?? [contextOf(record)],
    }),
  )
  const uses = collectBlockUses([...texts, ...repeated], site.blocks, MAX_USES)
  if (uses.loading.size === 0 && uses.bound.size === 0) return NOTHING_TO_LOAD
  const loaded = new Map<string, LoadedBlock>()
  for (const { id } of records) page.roundOf.set(id, page.rounds.length)
  page.rounds.push(loaded)
  const next = new Map<number, IncludedText>()
  const within: ShownBlocks[] = []
  let contexts = 0
  await loadSources(page, uses.bound, loaded)
  await Promise.all(
    [...uses.loading].map(async ([name, ofType]) => {
      try {
        const definition = site.blocks.get(name)?.definition
        const value: unknown = await definition?.load?.(ofType, scopeOf(page))
        loaded.set(name, { value })
        for (const record of definition?.includes?.(value) ?? []) next.set(record.id, record)
        for (const repeating of uses.repeating.get(name) ?? []) {
          const shown = definition?.repeat?.(repeating.use, value) ?? []
          contexts += shown.length
          if (contexts > MAX_CONTEXTS) break
          within.push(repeating.within(shown))
        }
      } catch (error) {
        loaded.delete(name)
        reportBlockLoadFailure(site, name, error, page.request)
      }
    }),
  )
  return { records: [...next.values()], repeated: within }
}

/** Caches texts that blocks include, with their embeds. */
async function includeTexts(page: Page, texts: readonly IncludedText[]): Promise<void> {
  const found = texts.filter(({ content }) => !page.includedTexts.has(content))
  if (found.length === 0) return
  const { site } = page.from
  const embed = await loadEmbeds(site, found)
  for (const text of found) {
    const content = settleUrls(embed?.(text.content) ?? text.content, site.shortcodes.tags)
    page.includedTexts.set(text.content, { text, content })
  }
}

async function loadBlocks(page: Page, records: readonly RenderedText[]): Promise<void> {
  const { blocks } = page.from.site
  const loading = (texts: readonly IncludedText[]) => texts.filter(({ content }) => blocks.mayLoad(content))
  for (const record of records) page.texts.push(record)
  let next: Round = { records: loading(records), repeated: [] }
  for (let round = 0; round < MAX_ROUNDS; round++) {
    if (next.records.length === 0 && next.repeated.length === 0) return
    const { records: found, repeated } = await loadRound(page, next)
    await includeTexts(page, found)
    next = { records: loading(found.filter(({ id }) => !page.roundOf.has(id))), repeated }
  }
}

/** The URL of a request, without parameters of its body. */
export function requestUrlOf(
  { apiUrl }: Pick<SiteContext, 'apiUrl'>,
  { path, query }: Pick<HandlerRequest, 'path' | 'query'>,
): string {
  const written = writeQuery(query)
  return `${apiUrl}${writePath(path)}${written === '' ? '' : `?${written}`}`
}
