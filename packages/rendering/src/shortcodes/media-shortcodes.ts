import { safeStyle } from '../sanitize/safe-styles.js'
import { urlFromHtml, withScheme } from '../sanitize/safe-urls.js'
import { decodeAttribute, escapeAttribute, escapeHtml, escapeUrl } from '../text/entities.js'
import { trimSpace } from '../text/spaces.js'
import { namesFile } from './attached-media.js'
import { type PlayerKind, playedType, playedTypes } from './played-types.js'
import type { ShortcodeContext, ShortcodeRenderer } from './shortcode-registry.js'

type Named = Readonly<Record<string, string>>

const PRELOADS: ReadonlySet<string> = new Set(['none', 'metadata', 'auto'])
const OFF: ReadonlySet<string | undefined> = new Set([undefined, '', '0', 'false'])

const completeUrl = (url: string): string => withScheme(urlFromHtml(url.trim()))

const youTube = /^https?:\/\/(?:www\.)?(?:youtube\.com\/watch|youtu\.be\/)/i
const vimeo = /^https?:\/\/(?:[\w-]+\.)*vimeo\.com\//

interface Source {
  readonly url: string
  readonly type: string
}

/** The URL of a video that a known host plays. */
const hostedVideo = ({ src = '', loop }: Named): Source | undefined => {
  const url = urlFromHtml(src)
  if (youTube.test(src)) return { url, type: 'video/youtube' }
  if (!vimeo.test(src)) return undefined
  const [page = ''] = url.split(/[?#]/, 1)
  return { url: `${page.replace(/^http:/, 'https:')}?loop=${OFF.has(loop) ? 0 : 1}`, type: 'video/vimeo' }
}

/** The files in the attribute `src` and in the attributes that are named after file types. */
const sourcesOf = (named: Named, kind: PlayerKind): Source[] => {
  const urls = [named['src'], ...Object.keys(playedTypes[kind]).map(type => named[type])]
  const sources: Source[] = []
  const hosted = kind === 'video' ? hostedVideo(named) : undefined
  if (hosted !== undefined) sources.push(hosted)
  for (const url of urls) {
    const type = url === undefined ? undefined : playedType(kind, url)
    if (url !== undefined && type !== undefined) sources.push({ url: completeUrl(url), type })
  }
  return sources
}

const link = (className: string, url: string): string =>
  `<a class="${className}" href="${escapeUrl(completeUrl(url))}">${escapeAttribute(url)}</a>`

/** Makes the URLs of different players unique. */
const numbered = (url: string, instance: number): string => `${url}${url.includes('?') ? '&' : '?'}_=${instance}`

const writeSources = (sources: readonly Source[], instance: number): string =>
  sources.map(({ url, type }) => `<source type="${type}" src="${escapeUrl(numbered(url, instance))}" />`).join('')

const fallback = ({ url }: Source): string => `<a href="${escapeUrl(url)}">${escapeHtml(url)}</a>`

const enabled = (named: Named, names: readonly string[]): string[] => names.filter(name => !OFF.has(named[name]))

const preloadOf = ({ preload = '' }: Named, fallback: string): string => (PRELOADS.has(preload) ? preload : fallback)

/** The attributes of a player, with an attached file if it names none; `undefined` if there is nothing to play. */
const withFile = (kind: PlayerKind, named: Named, { postId, attachedMedia }: ShortcodeContext): Named | undefined => {
  if (namesFile(kind, named)) return named
  const src = attachedMedia?.({ kind, postId })
  return src === undefined ? undefined : { ...named, src }
}

/** `[audio src="…"]` or `[audio mp3="…" ogg="…"]`: an audio player. `[audio]` plays a file attached to the post. */
export const audio: ShortcodeRenderer = ({ named: given }, _content, context) => {
  const named = withFile('audio', given, context)
  if (named === undefined) return ''
  const { postId, count } = context
  const sources = sourcesOf(named, 'audio')
  const [first] = sources
  if (first === undefined) return link('wp-embedded-audio', named['src'] ?? '')
  const instance = count('audio')
  const attributes = [
    `class="${escapeAttribute(named['class'] ?? 'wp-audio-shortcode')}"`,
    `id="audio-${postId}-${instance}"`,
    ...enabled(named, ['loop', 'autoplay', 'muted']),
    `preload="${preloadOf(named, 'none')}"`,
    `style="${named['style'] === undefined ? 'width: 100%;' : escapeHtml(safeStyle(decodeAttribute(named['style'])))}"`,
    'controls="controls"',
  ]
  return `<audio ${attributes.join(' ')}>${writeSources(sources, instance)}${fallback(first)}</audio>`
}

/** A size in pixels: 0 for a value that is not one. */
const pixels = (value: string): number => Math.trunc(Number.parseInt(value, 10)) || 0

const sizeAttribute = (name: string, value: string): string[] => {
  const size = Math.abs(pixels(value))
  return size === 0 ? [] : [`${name}="${size}"`]
}

/**
 * `[video src="…" width="…" height="…"]` or `[video mp4="…" webm="…"]`: a video player. `[video]` plays a file attached
 * to the post.
 */
export const video: ShortcodeRenderer = ({ named: given }, content, context) => {
  const named = withFile('video', given, context)
  if (named === undefined) return ''
  const { postId, count } = context
  const sources = sourcesOf(named, 'video')
  const [first] = sources
  if (first === undefined) return link('wp-embedded-video', named['src'] ?? '')
  const instance = count('video')
  const { width = '640', height = '360' } = named
  const attributes = [
    `class="${escapeAttribute(named['class'] ?? 'wp-video-shortcode')}"`,
    `id="video-${postId}-${instance}"`,
    ...sizeAttribute('width', width),
    ...sizeAttribute('height', height),
    ...(named['poster'] ? [`poster="${escapeUrl(completeUrl(named['poster']))}"`] : []),
    ...enabled(named, ['loop', 'autoplay', 'muted']),
    `preload="${preloadOf(named, 'metadata')}"`,
    'controls="controls"',
  ]
  const inner = trimSpace((content ?? '').replace(/[\r\n\t]/g, ''))
  const player = `<video ${attributes.join(' ')}>${writeSources(sources, instance)}${inner}${fallback(first)}</video>`
  const style = width === '' || width === '0' ? '' : `width: ${pixels(width)}px;`
  return `<div style="${style}" class="wp-video">${player}</div>`
}
