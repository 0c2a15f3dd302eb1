import { escapeAttribute } from '../text/entities.js'
import { findFrom } from '../typography/find-from.js'

/** The attributes of an image in the site's library. */
export interface ImageInfo {
  readonly width: number
  readonly height: number
  /** The value of the attribute `srcset`: the image in several widths. */
  readonly srcset?: string | undefined
  readonly sizes?: string | undefined
}

/** An `img` tag of an image in the site's library. */
export interface ImageUse {
  /** The attachment, from the class `wp-image-{id}`. */
  readonly id: number
  readonly src: string
  readonly width: number | undefined
  readonly height: number | undefined
}

/** Looks up an image. It is called for each tag, and should read only what has been loaded. */
export type ImageLookup = (use: ImageUse) => ImageInfo | undefined

const LARGE = 50_000
const libraryClass = /\sclass="[^"]*\bwp-image-(\d+)\b/
const source = /\ssrc="([^"]*)"/
const pixels = (name: string): RegExp => new RegExp(`\\s${name}="(\\d+)"`)
const width = pixels('width')
const height = pixels('height')
const sizes = /(\ssizes=")(?!auto)/

const insert = (tag: string, attributes: string): string => tag.replace(/^<\w+/, found => `${found} ${attributes}`)

const numberIn = (pattern: RegExp, tag: string): number | undefined => {
  const found = pattern.exec(tag)?.[1]
  return found === undefined ? undefined : Number(found)
}

const withSizes = (tag: string, lookup: ImageLookup): string => {
  const id = libraryClass.exec(tag)?.[1]
  const src = source.exec(tag)?.[1]
  if (id === undefined || src === undefined) return tag
  const info = lookup({ id: Number(id), src, width: numberIn(width, tag), height: numberIn(height, tag) })
  if (info === undefined) return tag
  const isSized = /\s(?:width|height)=/.test(tag)
  const sized = isSized ? tag : insert(tag, `width="${info.width}" height="${info.height}"`)
  if (info.srcset === undefined || /\ssrcset=/.test(tag)) return sized
  const added = `srcset="${escapeAttribute(info.srcset)}" sizes="${escapeAttribute(info.sizes ?? '')}"`
  return `${sized.slice(0, sized.endsWith('/>') ? -2 : -1).trimEnd()} ${added} />`
}

const prepareImage = (tag: string, lookup: ImageLookup | undefined, mayHavePriority: boolean): string => {
  if (!tag.includes(' src="')) return tag
  const sized = lookup === undefined ? tag : withSizes(tag, lookup)
  const hints: string[] = []
  const area = (numberIn(width, sized) ?? Number.NaN) * (numberIn(height, sized) ?? Number.NaN)
  const isSized = !Number.isNaN(area)
  const isLazy = isSized && (sized.includes(' loading="lazy"') || !/ (?:loading=|fetchpriority=(?!"auto"))/.test(sized))
  if (mayHavePriority && area > LARGE && sized.includes(' loading="eager"')) hints.push('fetchpriority="high"')
  if (isLazy && !sized.includes(' loading=')) hints.push('loading="lazy"')
  if (!sized.includes(' decoding=')) hints.push('decoding="async"')
  const hinted = hints.length === 0 ? sized : insert(sized, hints.join(' '))
  return isLazy ? hinted.replace(sizes, '$1auto, ') : hinted
}

const prepareFrame = (tag: string): string =>
  tag.includes(' src="') && tag.includes(' width="') && tag.includes(' height="') && !tag.includes(' loading=')
    ? insert(tag, 'loading="lazy"')
    : tag

/** Creates the function that finds the next occurrence of a word, and memoizes it. */
const finder = (html: string, word: string): ((from: number) => number) => {
  let next = -1
  return from => {
    if (next < from) next = findFrom(html, word, from)
    return next
  }
}

/** Adds loading hints to images and frames, and the sizes of images in the library. */
export const prepareMedia = (html: string, lookup?: ImageLookup): string => {
  if (!html.includes('<i')) return html
  let result = ''
  let done = 0
  let hasPriority = false
  const nextImage = finder(html, '<img ')
  const nextFrame = finder(html, '<iframe ')
  const nextTag = (): number => Math.min(nextImage(done), nextFrame(done))
  for (let start = nextTag(); start < html.length; start = nextTag()) {
    const end = html.indexOf('>', start) + 1
    if (end === 0) break
    const tag = html.slice(start, end)
    const prepared = tag.startsWith('<img') ? prepareImage(tag, lookup, !hasPriority) : prepareFrame(tag)
    if (prepared.startsWith('<img fetchpriority="high"')) hasPriority = true
    result += html.slice(done, start) + prepared
    done = end
  }
  return done === 0 ? html : result + html.slice(done)
}
