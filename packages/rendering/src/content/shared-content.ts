import { readDelimiters } from '../blocks/block-delimiters.js'
import { type Block, isBlockText, parseBlocks } from '../blocks/block-parser.js'
import { type PlainContent, plainContent } from '../blocks/plain-blocks.js'
import { type RenderedBlocks, renderParsed } from '../blocks/render-blocks.js'
import { isAllProse, isProse, renderProseBlocks } from './excerpt.js'
import { type Rendering, type TypesetText, typesetContent, typesetOf } from './typeset-text.js'

/** A content without shortcodes: the first steps for all of it and for its excerpt, as far as both need the same. */
export interface SharedContent {
  readonly whole: () => TypesetText
  /** Only what excerpts are made of; undefined when the content may be divided. */
  readonly prose: () => TypesetText | undefined
}

/** Whether a content may hold a more tag or a page break. */
const mayBeDivided = (content: string): boolean => content.includes('!--m') || content.includes('!--n')

export const shareContent = (content: string, rendering: Rendering): SharedContent => {
  if (isBlockText(content)) return shareBlockText(content, rendering)
  let text: TypesetText | undefined
  const whole = (): TypesetText => {
    text ??= typesetOf(content, false, rendering)
    return text
  }
  return { whole, prose: () => (mayBeDivided(content) ? undefined : whole()) }
}

const shareBlockText = (content: string, rendering: Rendering): SharedContent => {
  const delimiters = readDelimiters(content)
  const plain = plainContent(content, delimiters, rendering.blocks)
  const shareParsed = (): SharedContent => shareBlocks(content, parseBlocks(content, delimiters), rendering)
  return plain === undefined ? shareParsed() : sharePlainBlocks(content, plain, shareParsed, rendering)
}

const sharePlainBlocks = (
  content: string,
  plain: PlainContent,
  shareParsed: () => SharedContent,
  rendering: Rendering,
): SharedContent => {
  let text: TypesetText | undefined
  let parsed: SharedContent | undefined
  const share = (): SharedContent => {
    parsed ??= shareParsed()
    return parsed
  }
  const whole = (): TypesetText => {
    if (text !== undefined) return text
    const html = parsed === undefined ? plain.typeset(rendering.shortcodes.tags) : undefined
    if (html === undefined) return share().whole()
    text = { html, isBlocks: true, hasAmpersands: content.includes('&') }
    return text
  }
  const prose = (): TypesetText | undefined => {
    if (!plain.blocks.every(isProse)) return share().prose()
    const found = whole()
    return found === text && !mayHoldComments(content, found.html) ? { ...found, isBlocks: false } : share().prose()
  }
  return { whole, prose }
}

/** Whether comments are left in the HTML of plain blocks, or stand in the attributes of their delimiters. */
const mayHoldComments = (content: string, html: string): boolean =>
  html.includes('!--') || (content.includes('{') && mayBeDivided(content))

const shareBlocks = (content: string, parsed: readonly Block[], rendering: Rendering): SharedContent => {
  let rendered: RenderedBlocks | undefined
  let text: TypesetText | undefined
  const render = (): RenderedBlocks => {
    rendered ??= renderParsed(parsed, rendering)
    return rendered
  }
  const whole = (): TypesetText => {
    text ??= typesetOf(render().html, true, rendering)
    return text
  }
  const isWholeProse = (): boolean => {
    if (!isAllProse(parsed, rendering)) return false
    const { html, isCounted } = render()
    return !isCounted && !html.includes('[') && !isBlockText(html)
  }
  const prose = (): TypesetText | undefined => {
    if (mayBeDivided(content)) return undefined
    return isWholeProse()
      ? { ...whole(), isBlocks: false }
      : typesetContent(renderProseBlocks(parsed, rendering), rendering)
  }
  return { whole, prose }
}
