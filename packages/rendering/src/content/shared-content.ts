import { readDelimiters } from '../blocks/block-delimiters.js'
import { type Block, isBlockText, parseBlocks } from '../blocks/block-parser.js'
import { type PlainContent, plainContent } from '../blocks/plain-blocks.js'
import { type RenderedBlocks, renderParsed } from '../blocks/render-blocks.js'
import { areStatic } from '../blocks/static-blocks.js'
import { mayHoldShortcodes } from '../shortcodes/shortcode-parser.js'
import { isAllProse, isProse, renderProseBlocks } from './excerpt.js'
import { type RenderOptions, type TypesetText, typesetContent, typesetOf } from './typeset-text.js'

/** The typeset text of content without shortcodes, shared by the content and its excerpt as far as possible. */
export interface SharedContent {
  readonly whole: () => TypesetText
  /** The part that excerpts use; undefined if the content may be divided. */
  readonly prose: () => TypesetText | undefined
}

const lazy = <T>(compute: () => T): (() => T) => {
  let value: { readonly of: T } | undefined
  return () => {
    value ??= { of: compute() }
    return value.of
  }
}

const always = (): boolean => true

/** Whether content may have a more tag or a page break. */
const mayBeDivided = (content: string): boolean => content.includes('!--m') || content.includes('!--n')

export const shareContent = (content: string, options: RenderOptions): SharedContent => {
  if (isBlockText(content)) return shareBlockText(content, options)
  const whole = lazy(() => typesetOf(content, false, options, always))
  return { whole, prose: () => (mayBeDivided(content) ? undefined : whole()) }
}

const shareBlockText = (content: string, options: RenderOptions): SharedContent => {
  const delimiters = readDelimiters(content)
  const plain = plainContent(content, delimiters, options.blocks)
  const shareParsed = lazy(() => shareBlocks(content, parseBlocks(content, delimiters), options))
  return plain === undefined ? shareParsed() : sharePlainBlocks(content, plain, shareParsed, options)
}

const sharePlainBlocks = (
  content: string,
  plain: PlainContent,
  shareParsed: () => SharedContent,
  options: RenderOptions,
): SharedContent => {
  const typesetPlain = lazy((): TypesetText | undefined => {
    const html = plain.typeset(options.shortcodes.tags)
    if (html === undefined) return undefined
    const mayHoldShortcodes = content.includes('[') ? undefined : false
    return { html, isBlocks: true, hasAmpersands: content.includes('&'), mayHoldShortcodes, isSelfContained: always }
  })
  const prose = (): TypesetText | undefined => {
    const found = plain.blocks.every(isProse) ? typesetPlain() : undefined
    return found !== undefined && !mayHoldComments(content, found.html)
      ? { ...found, isBlocks: false }
      : shareParsed().prose()
  }
  return { whole: () => typesetPlain() ?? shareParsed().whole(), prose }
}

/** Whether comments remain in the HTML of plain blocks, or occur in the attributes of their delimiters. */
const mayHoldComments = (content: string, html: string): boolean =>
  html.includes('!--') || (content.includes('{') && mayBeDivided(content))

const shareBlocks = (content: string, parsed: readonly Block[], options: RenderOptions): SharedContent => {
  let rendered: RenderedBlocks | undefined
  const render = (): RenderedBlocks => {
    rendered ??= renderParsed(parsed, options)
    return rendered
  }
  const isSelfContained = lazy(() => areStatic(parsed, options.blocks))
  const whole = lazy(() => typesetOf(render().html, true, options, isSelfContained))
  const isWholeProse = (): boolean => {
    if (!isAllProse(parsed, options)) return false
    const { html, isCounted } = render()
    return !isCounted && !mayHoldShortcodes(html, options.shortcodes.tags) && !isBlockText(html)
  }
  const prose = (): TypesetText | undefined => {
    if (mayBeDivided(content)) return undefined
    if (isWholeProse()) return { ...whole(), isBlocks: false }
    const parts = rendered?.isCounted === false ? rendered.parts : undefined
    const { html, isBlocks, hasAmpersands } = typesetContent(renderProseBlocks(parsed, options, parts), options)
    // Written out, because object spreads are slow enough to show in lists.
    return { html, isBlocks, hasAmpersands, isSelfContained }
  }
  return { whole, prose }
}
