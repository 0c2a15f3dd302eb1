import { balanceTags } from '../html/balance-tags.js'
import { attributesOf } from '../html/tag-attributes.js'
import { decodeAttribute, escapeHtml } from '../text/entities.js'
import { stripScripts } from '../text/strip-tags.js'
import { EMBED_HTML } from './allowed-html.js'
import { createHtmlSanitizer } from './sanitize-html.js'

/** The frames that embedded HTML may contain. */
export interface EmbedFrames {
  /** Returns whether a frame may show an absolute URL. */
  isAllowed(src: string): boolean
  /** The value of the `sandbox` attribute of all frames. */
  readonly sandbox: string
}

// Replacing a frame that begins in a comment would remove the end of the comment.
const sanitize = createHtmlSanitizer(EMBED_HTML, { comments: false })
const frameTag = /<(\/?)iframe(?=[\s/>])[^<>]*>/gi
const size = /^\d{1,5}%?$/

/** Rebuilds the tag of a frame, so that it only has checked attributes; empty if the frame is not allowed. */
function frame(tag: string, { isAllowed, sandbox }: EmbedFrames): string {
  const given = new Map<string, string>()
  // Of attributes with the same name, the first one applies.
  for (const { name, value } of attributesOf(tag).reverse()) given.set(name, decodeAttribute(value))
  const src = given.get('src')?.trim() ?? ''
  const url = src.startsWith('//') ? `https:${src}` : src
  if (!isAllowed(url)) return ''
  const [width, height] = ['width', 'height'].map(name => given.get(name) ?? '')
  const attributes = {
    src: url,
    ...(width !== undefined && size.test(width) && { width }),
    ...(height !== undefined && size.test(height) && { height }),
    title: given.get('title') ?? '',
    sandbox,
  }
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
  return `<iframe${written.join('')} loading="lazy" allowfullscreen></iframe>`
}

/**
 * Sanitizes the HTML of an embed from another site, which may contain text, links, quotes, images, and the allowed
 * frames, sandboxed. Scripts, styles, comments and event handlers are removed, and tags are balanced.
 */
export function filterEmbedHtml(html: string, frames: EmbedFrames): string {
  const clean = sanitize(stripScripts(html))
  let result = ''
  let done = 0
  let inFrame = false
  for (const { 0: tag, 1: slash, index } of clean.matchAll(frameTag)) {
    // Browsers read the content of a frame as text, up to its end tag.
    if (!inFrame) result += clean.slice(done, index)
    if (!inFrame && slash === '') result += frame(tag, frames)
    inFrame = slash === ''
    done = index + tag.length
  }
  return balanceTags(inFrame ? result : result + clean.slice(done)).trim()
}
