import { escapeAttribute, escapeHtml, escapeUrl } from '../text/entities.js'
import { trimSpace } from '../text/spaces.js'
import { filterHtml } from './filter-html.js'
import { audio, video } from './media-shortcodes.js'
import { safeUrl } from './safe-urls.js'
import type { ShortcodeRegistry, ShortcodeRenderer } from './shortcodes.js'

const pictureFirst = /((?:<a [^>]+>\s*)?<img [^>]+>(?:\s*<\/a>)?)([\s\S]*)/i

/** `[caption width="300"]<img …> Words[/caption]`: a picture with words below it. */
const caption: ShortcodeRenderer = ({ named }, content = '', { render, count }) => {
  const found = named['caption'] === undefined ? pictureFirst.exec(content) : null
  const inner = found?.[1] ?? content
  const words = named['caption'] ?? trimSpace(found?.[2] ?? '')
  const width = Number.parseInt(named['width'] ?? '', 10)
  if (!(width > 0) || words === '' || words === '0') return inner
  const wanted = (named['id'] ?? '').replace(/[^\w-]/g, '')
  const uses = wanted === '' ? 0 : count(`caption ${wanted}`)
  const id = uses > 1 ? `${wanted}-${uses}` : wanted
  const classes = ['wp-caption', named['align'] ?? 'alignnone', named['class'] ?? ''].map(name => name.trim())
  const className = escapeAttribute(classes.filter(name => name !== '').join(' '))
  const ids = id === '' ? '' : `id="${id}" aria-describedby="caption-${id}" `
  const wordsId = id === '' ? '' : `id="caption-${id}" `
  return (
    `<figure ${ids}style="width: ${width}px" class="${className}">${render(inner)}` +
    `<figcaption ${wordsId}class="wp-caption-text">${words.includes('<') ? filterHtml(words, 'content') : words}</figcaption></figure>`
  )
}

const embed: ShortcodeRenderer = ({ named }, content) => {
  const address = (content ?? '').trim() === '' ? (named['src'] ?? '') : (content ?? '').trim()
  if (address === '') return ''
  return `<a href="${escapeUrl(safeUrl(address))}">${escapeHtml(address)}</a>`
}

/** Galleries and playlists show attachments: without a site that looks these up there is nothing to show. */
const nothing: ShortcodeRenderer = () => ''

const RENDERERS: Readonly<Record<string, ShortcodeRenderer>> = {
  caption,
  wp_caption: caption,
  embed,
  audio,
  video,
  gallery: nothing,
  playlist: nothing,
}

/** The names of the usual shortcodes. */
export const BUILT_IN_SHORTCODES: ReadonlySet<string> = new Set(Object.keys(RENDERERS))

/** Registers the usual shortcodes: `caption`, `embed`, `audio`, `video`, and `gallery` and `playlist` as empty ones. */
export const registerBuiltInShortcodes = (registry: ShortcodeRegistry): void => {
  for (const [tag, render] of Object.entries(RENDERERS)) registry.register(tag, render, { early: tag === 'embed' })
}
