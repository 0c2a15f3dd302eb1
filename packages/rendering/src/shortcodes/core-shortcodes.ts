import { cleanUri } from '@platen/core'
import { filterHtml } from '../sanitize/filter-html.js'
import { decodeAttribute, escapeAttribute, escapeUrl } from '../text/entities.js'
import { trimSpace } from '../text/spaces.js'
import { audio, video } from './media-shortcodes.js'
import type { ShortcodeDefinition, ShortcodeRenderer } from './shortcode-registry.js'

const imageStart = /<img /gi
const linkStart = /^<a [^>]+>\s*$/i
const linkEnd = /\s*<\/a>/iy

interface Range {
  readonly start: number
  readonly end: number
}

const findImage = (content: string): Range | undefined => {
  imageStart.lastIndex = 0
  for (let found = imageStart.exec(content); found !== null; found = imageStart.exec(content)) {
    const end = content.indexOf('>', imageStart.lastIndex)
    if (end === -1) return undefined
    if (end > imageStart.lastIndex) return { start: found.index, end: end + 1 }
  }
  return undefined
}

/** The first image of the content, with the link that directly encloses it. */
const findLinkedImage = (content: string): Range | undefined => {
  const image = findImage(content)
  if (image === undefined) return undefined
  const { start, end } = image
  const before = start === 0 ? -1 : content.lastIndexOf('<', start - 1)
  const isLinked = before !== -1 && linkStart.test(content.slice(before, start))
  linkEnd.lastIndex = end
  return { start: isLinked ? before : start, end: linkEnd.test(content) ? linkEnd.lastIndex : end }
}

/** `[caption width="300"]<img …> Words[/caption]`: an image with a caption below it. */
const caption: ShortcodeRenderer = ({ named }, content = '', { render, count }) => {
  const image = named['caption'] === undefined ? findLinkedImage(content) : undefined
  const inner = image === undefined ? content : content.slice(image.start, image.end)
  const words = named['caption'] ?? trimSpace(image === undefined ? '' : content.slice(image.end))
  const width = Number.parseInt(named['width'] ?? '', 10)
  if (!(width > 0) || words === '' || words === '0') return inner
  const requested = (named['id'] ?? '').replace(/[^\w-]/g, '')
  const uses = requested === '' ? 0 : count(`caption ${requested}`)
  const id = uses > 1 ? `${requested}-${uses}` : requested
  const classes = ['wp-caption', named['align'] ?? 'alignnone', named['class'] ?? ''].map(name => name.trim())
  const className = escapeAttribute(classes.filter(name => name !== '').join(' '))
  const captionId = `caption-${id.replaceAll('_', '-')}`
  const ids = id === '' ? '' : `id="${id}" aria-describedby="${captionId}" `
  const wordsId = id === '' ? '' : `id="${captionId}" `
  return (
    `<figure ${ids}style="width: ${width}px" class="${className}">${render(inner)}` +
    `<figcaption ${wordsId}class="wp-caption-text">${words.includes('<') ? filterHtml(words, 'content') : words}</figcaption></figure>`
  )
}

const embed: ShortcodeRenderer = ({ named }, content) => {
  const address = (content ?? '').trim() === '' ? (named['src'] ?? '') : (content ?? '').trim()
  if (address === '') return ''
  return `<a href="${escapeUrl(cleanUri(decodeAttribute(address)))}">${escapeAttribute(address)}</a>`
}

/** `[gallery ids="1,2"]`: images from the site's media library. */
const gallery: ShortcodeRenderer = ({ named }, _content, { postId, count, galleries }) =>
  galleries === undefined ? '' : galleries({ named, postId, number: count('gallery') })

/** `[playlist ids="1,2"]`: a player of several files from the site's media library. */
const playlist: ShortcodeRenderer = ({ named }, _content, { postId, playlists }) => playlists?.({ named, postId }) ?? ''

/**
 * The core shortcodes: `caption`, `embed`, `audio`, `video`, `gallery` and `playlist`. `gallery` and `playlist` show
 * the HTML that the rendering options `galleries` and `playlists` return. `audio` and `video` without a file play the
 * file that the option `attachedMedia` returns.
 */
export const coreShortcodes: readonly ShortcodeDefinition[] = Object.freeze([
  { tag: 'caption', render: caption },
  { tag: 'wp_caption', render: caption },
  { tag: 'embed', render: embed, early: true },
  { tag: 'audio', render: audio },
  { tag: 'video', render: video },
  { tag: 'gallery', render: gallery },
  { tag: 'playlist', render: playlist },
])
