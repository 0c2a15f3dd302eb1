import type { HandlerRequest } from '@platen/core'
import { type BlockValues, renderBlocks, serializeBlocks } from '@platen/rendering'
import type { SiteContext } from '../context/index.js'
import type { PostRecord } from '../records/index.js'
import { pageBlocks } from './page-blocks.js'

/** No record has this id: a post that the block includes is a separate text. */
const NO_RECORD = 0

/** A block to render on its own, with the post that it is rendered for. */
export interface RenderedUse {
  readonly name: string
  readonly attributes: BlockValues
  readonly post?: PostRecord | undefined
}

/** Renders one use of a block for the caller of a request. */
export async function renderBlockUse(
  site: SiteContext,
  request: HandlerRequest,
  { name, attributes, post }: RenderedUse,
): Promise<string> {
  const content = serializeBlocks([{ name, attributes, innerBlocks: [], innerHTML: '', innerContent: [] }])
  const text = { id: NO_RECORD, content, of: post }
  const from = { site, options: await site.options(), principal: site.principal(request), isStandalone: true }
  const blocks = pageBlocks(from, request)
  await blocks.load([text])
  return renderBlocks(content, blocks.renderingOf(text))
}
