import { readDelimiters } from './block-delimiters.js'
import { type Block, isBlockText, parseBlocks } from './block-parser.js'
import type { BlockRegistry } from './block-registry.js'
import { isAllProse, isProse, renderProseBlocks } from './excerpt.js'
import { type PictureLookup, prepareMedia } from './images.js'
import { toParagraphs } from './paragraphs.js'
import { plainBlocks, typesetPlainBlocks } from './plain-blocks.js'
import { type RenderedBlocks, renderBlocks, renderParsed } from './render-blocks.js'
import { unwrapShortcodes } from './shortcode-paragraphs.js'
import type { ShortcodeRegistry } from './shortcodes.js'
import { mightHoldSmileys, showSmileys } from './smileys.js'
import { typeset } from './typography.js'

/** What texts are rendered with. */
export interface Rendering {
  readonly blocks: BlockRegistry
  readonly shortcodes: ShortcodeRegistry
  /** The post whose text it is; 0 unless given. */
  readonly postId?: number | undefined
  /** Whether faces such as `:)` are shown as characters; they are unless this is false. */
  readonly smileys?: boolean | undefined
  /** What the site knows of its pictures. */
  readonly pictures?: PictureLookup | undefined
}

/** A text after typography. */
export interface TypesetText {
  readonly html: string
  /** Whether it is made of blocks: no paragraphs are made of it then. */
  readonly isBlocks: boolean
  /** Whether it may hold ampersands that typography did not write. */
  readonly hasAmpersands: boolean
  /** Whether it may hold faces, once that was asked. */
  mayHoldFaces?: boolean
  /** The paragraphs of it, once they were needed. */
  paragraphs?: string
}

const typesetOf = (text: string, isBlocks: boolean, { shortcodes }: Rendering): TypesetText => ({
  html: typeset(text, shortcodes.tags),
  isBlocks,
  hasAmpersands: text.includes('&'),
})

/** The first steps of rendering a content: its early shortcodes, its blocks, typography. */
export const typesetContent = (content: string, rendering: Rendering): TypesetText => {
  const { blocks, shortcodes, postId = 0 } = rendering
  const source = shortcodes.renderEarly(content, postId)
  const isBlocks = isBlockText(source)
  return typesetOf(isBlocks ? renderBlocks(source, { blocks, postId }) : source, isBlocks, rendering)
}

/** A content without shortcodes and division, as it is and with only what excerpts are made of. */
export interface SharedContent {
  readonly whole: () => TypesetText
  readonly prose: () => TypesetText
}

/** Takes the first steps for content and excerpt at once, as far as both need the same. */
export const shareContent = (content: string, rendering: Rendering): SharedContent => {
  if (isBlockText(content)) return sharePlainBlocks(content, rendering)
  let text: TypesetText | undefined
  const whole = (): TypesetText => {
    text ??= typesetOf(content, false, rendering)
    return text
  }
  return { whole, prose: whole }
}

const sharePlainBlocks = (content: string, rendering: Rendering): SharedContent => {
  const delimiters = readDelimiters(content)
  const plain = plainBlocks(delimiters, rendering.blocks)
  const html = plain === undefined ? undefined : typesetPlainBlocks(content, plain, rendering.shortcodes.tags)
  if (plain === undefined || html === undefined) return shareBlocks(parseBlocks(content, delimiters), rendering)
  const text: TypesetText = { html, isBlocks: true, hasAmpersands: content.includes('&') }
  return {
    whole: () => text,
    prose: () =>
      plain.every(isProse) && !isBlockText(html)
        ? { ...text, isBlocks: false }
        : shareBlocks(parseBlocks(content, delimiters), rendering).prose(),
  }
}

const shareBlocks = (parsed: readonly Block[], rendering: Rendering): SharedContent => {
  const { blocks, postId = 0 } = rendering
  let rendered: RenderedBlocks | undefined
  let text: TypesetText | undefined
  const render = (): RenderedBlocks => {
    rendered ??= renderParsed(parsed, { blocks, postId })
    return rendered
  }
  const whole = (): TypesetText => {
    text ??= typesetOf(render().html, true, rendering)
    return text
  }
  const isWholeProse = (): boolean => {
    if (!isAllProse(parsed, { blocks, postId })) return false
    const { html, isCounted } = render()
    return !isCounted && !html.includes('[') && !isBlockText(html)
  }
  const prose = (): TypesetText =>
    isWholeProse()
      ? { ...whole(), isBlocks: false }
      : typesetContent(renderProseBlocks(parsed, { blocks, postId }), rendering)
  return { whole, prose }
}

/** Whether a text may hold faces that are to be shown as characters. */
export const mayHoldFaces = (text: TypesetText, { smileys }: Rendering): boolean => {
  if (smileys === false) return false
  text.mayHoldFaces ??= mightHoldSmileys(text.html)
  return text.mayHoldFaces
}

/** Shows faces as characters, where that is wanted. */
export const finish = (html: string, { smileys }: Rendering): string => (smileys === false ? html : showSmileys(html))

/** A text with its paragraphs: blocks have theirs. */
export const paragraphsOf = (text: TypesetText): string => {
  if (text.isBlocks) return text.html
  text.paragraphs ??= toParagraphs(text.html)
  return text.paragraphs
}

/** The last steps: paragraphs, shortcodes, pictures, faces. */
export const complete = (text: TypesetText, rendering: Rendering): string => {
  const { shortcodes, postId = 0, pictures } = rendering
  const paragraphs = paragraphsOf(text)
  const html = paragraphs.includes('[')
    ? shortcodes.render(unwrapShortcodes(paragraphs, shortcodes.tags), postId)
    : paragraphs
  const prepared = prepareMedia(html, pictures)
  return prepared === text.html && !mayHoldFaces(text, rendering) ? prepared : finish(prepared, rendering)
}
