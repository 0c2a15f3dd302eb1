import { type Block, isBlockText, parseBlocks } from '../blocks/block-parser.js'
import { type RenderedBlocks, renderParsed } from '../blocks/render-blocks.js'
import { areStatic } from '../blocks/static-blocks.js'
import { mayHoldShortcodes } from '../shortcodes/shortcode-parser.js'
import { isAllProse, renderProseBlocks } from './excerpt.js'
import { type RenderOptions, type TypesetText, typesetContent, typesetOf } from './typeset-text.js'

/** The typeset text of content without shortcodes, shared by the content and its excerpt as far as possible. */
export interface SharedContent {
  readonly whole: () => TypesetText
  /** The part that excerpts use; undefined if the content may be divided. */
  readonly prose: () => TypesetText | undefined
}

const always = (): boolean => true

/** Whether content may have a more tag or a page break. */
const mayBeDivided = (content: string): boolean => content.includes('!--m') || content.includes('!--n')

export const shareContent = (content: string, options: RenderOptions): SharedContent => {
  if (isBlockText(content)) return shareBlocks(content, parseBlocks(content), options)
  let typesetText: TypesetText | undefined
  const whole = () => (typesetText ??= typesetOf(content, false, options, always))
  return { whole, prose: () => (mayBeDivided(content) ? undefined : whole()) }
}

const shareBlocks = (content: string, parsed: readonly Block[], options: RenderOptions): SharedContent => {
  let rendered: RenderedBlocks | undefined
  let typesetText: TypesetText | undefined
  const render = () => (rendered ??= renderParsed(parsed, options))
  const isSelfContained = () => areStatic(parsed, options.blocks)
  const whole = () => (typesetText ??= typesetOf(render().html, true, options, isSelfContained))
  const isWholeProse = (): boolean => {
    if (!isAllProse(parsed, options)) return false
    const { html, isCounted } = render()
    return !isCounted && !mayHoldShortcodes(html, options.shortcodes.tags) && !isBlockText(html)
  }
  const prose = (): TypesetText | undefined => {
    if (mayBeDivided(content)) return undefined
    if (isWholeProse()) return { ...whole(), isBlocks: false }
    return { ...typesetContent(renderProseBlocks(parsed, options), options), isSelfContained }
  }
  return { whole, prose }
}
