import { checks, type OptionChecks, requireOptions } from '@platen/core'
import { dropUnsafeUrls } from '../sanitize/safe-urls.js'
import { createCounter } from '../text/counter.js'
import { escapeAttribute } from '../text/entities.js'
import type { AttachedMediaLookup } from './attached-media.js'
import type { GalleryLookup, PlaylistLookup } from './galleries.js'
import {
  findShortcodes,
  mayHoldShortcodes,
  parseShortcodeAttributes,
  type ShortcodeAttributes,
} from './shortcode-parser.js'

export type { ShortcodeAttributes } from './shortcode-parser.js'

/** What shortcodes show of the site's media library, if it was loaded for the text. */
export interface LibraryLookups {
  /** Shows galleries of the site's library; without it, the shortcode `gallery` shows nothing. */
  readonly galleries?: GalleryLookup | undefined
  /** Shows playlists of the site's library; without it, the shortcode `playlist` shows nothing. */
  readonly playlists?: PlaylistLookup | undefined
  /** Finds what the shortcodes `audio` and `video` play that name no file; without it, they show nothing. */
  readonly attachedMedia?: AttachedMediaLookup | undefined
}

/** The context that the renderer of a shortcode receives. */
export interface ShortcodeContext extends LibraryLookups {
  /** The name of the shortcode in the text. */
  readonly tag: string
  /** The post being rendered; 0 if there is none. */
  readonly postId: number
  /** Renders the shortcodes in a text, such as the enclosed content. */
  readonly render: (text: string) => string
  /** Counts the calls with the same name within one text, from 1. */
  readonly count: (name: string) => number
}

/** Returns the HTML that replaces a shortcode. `content` is the enclosed text; `undefined` without a closing tag. */
export type ShortcodeRenderer = (
  attributes: ShortcodeAttributes,
  content: string | undefined,
  context: ShortcodeContext,
) => string

/** Options of a shortcode. */
export interface ShortcodeOptions {
  /** Whether it is rendered before typography and paragraphs are applied; false by default. */
  readonly early?: boolean
}

const shortcodeChecks: OptionChecks<ShortcodeOptions> = { early: checks.flag }

/** A shortcode as a value: its name, renderer and options. */
export interface ShortcodeDefinition extends ShortcodeOptions {
  readonly tag: string
  readonly render: ShortcodeRenderer
}

/** Options of {@link createShortcodeRegistry}. */
export interface ShortcodeRegistryOptions {
  /** The initial shortcodes; none by default. If several have the same name, the last one is used. */
  readonly shortcodes?: Iterable<ShortcodeDefinition> | undefined
}

/** The shortcodes of a site: renderers that replace `[name attribute="value"]content[/name]` in texts. */
export interface ShortcodeRegistry {
  /** Adds or replaces a shortcode. Throws a TypeError unless its name consists of letters, digits, `_` and `-`. */
  readonly register: (tag: string, render: ShortcodeRenderer, options?: ShortcodeOptions) => void
  readonly unregister: (tag: string) => void
  /** The registered names. */
  readonly tags: ReadonlySet<string>
  /** Replaces the shortcodes in a text. Unknown ones stay; `[[name]]` is shown as `[name]`. */
  readonly render: (text: string, postId?: number, library?: LibraryLookups) => string
  /** Replaces only `early` shortcodes: the first step of rendering a text. */
  readonly renderEarly: (text: string, postId?: number) => string
  /** Removes the shortcodes from a text, with their content. */
  readonly strip: (text: string) => string
}

const tagsAndComments = /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<\/?[a-z][^>]*>?/gi
const partsOfTag = /"[^"]*"|'[^']*'|[^"']+/g
const OPEN = '\ufdd1'
const CLOSE = '\ufdd2'
const maskedBracket = /[\ufdd1\ufdd2]/g

const mask = (text: string): string => text.replaceAll('[', OPEN).replaceAll(']', CLOSE)
const unmask = (text: string): string => text.replace(maskedBracket, found => (found === OPEN ? '[' : ']'))

type Replace = (tag: string, attributes: string, content: string | undefined) => string

const replaceShortcodes = (text: string, tags: ReadonlySet<string>, replace: Replace): string => {
  let result = ''
  let done = 0
  for (const { start, end, tag, attributes, content, extraStart, extraEnd } of findShortcodes(text, name =>
    tags.has(name),
  )) {
    result += text.slice(done, start)
    if (extraStart && extraEnd) result += text.slice(start + 1, end - 1)
    else result += (extraStart ? '[' : '') + replace(tag, attributes, content) + (extraEnd ? ']' : '')
    done = end
  }
  return result + text.slice(done)
}

/** Creates a registry of shortcodes: empty, or with `shortcodes` such as {@link coreShortcodes}. */
export const createShortcodeRegistry = ({ shortcodes = [] }: ShortcodeRegistryOptions = {}): ShortcodeRegistry => {
  const renderers = new Map<string, ShortcodeRenderer>()
  const tags = new Set<string>()
  const early = new Set<string>()

  const renderSome = (
    known: ReadonlySet<string>,
    text: string,
    postId: number,
    { galleries, playlists, attachedMedia }: LibraryLookups = {},
  ): string => {
    if (!mayHoldShortcodes(text, known)) return text
    const count = createCounter()
    const replace: Replace = (tag, attributes, content) => {
      const context: ShortcodeContext = { tag, postId, render: renderText, count, galleries, playlists, attachedMedia }
      const inner = content === undefined ? undefined : unmask(content)
      return renderers.get(tag)?.(parseShortcodeAttributes(unmask(attributes)), inner, context) ?? ''
    }
    const replaceInTag = (found: string): string => {
      if (!found.endsWith('>')) return found
      if (found.startsWith('<!') || !found.includes('[')) return mask(found)
      // A shortcode must not begin in one attribute and end in another, because the quotes between them would be lost.
      const rendered = found.replace(partsOfTag, part =>
        replaceShortcodes(part, known, (...match) => escapeAttribute(replace(...match))),
      )
      return mask(rendered === found ? found : dropUnsafeUrls(rendered))
    }
    const renderText = (inner: string): string => {
      if (!inner.includes('[')) return inner
      const clean = inner.replace(maskedBracket, '')
      const masked = clean.includes('<') ? clean.replace(tagsAndComments, replaceInTag) : clean
      return unmask(replaceShortcodes(masked, known, replace))
    }
    return renderText(text)
  }

  const registry: ShortcodeRegistry = {
    register: (tag, renderer, options = {}) => {
      if (!/^[\w-]+$/.test(tag)) throw new TypeError(`A shortcode's name consists of letters, digits, _ and -: ${tag}`)
      if (typeof renderer !== 'function') throw new TypeError(`The shortcode "${tag}" has no function.`)
      requireOptions(`the shortcode "${tag}"`, options, shortcodeChecks)
      renderers.set(tag, renderer)
      tags.add(tag)
      if (options.early === true) early.add(tag)
      else early.delete(tag)
    },
    unregister: tag => {
      renderers.delete(tag)
      tags.delete(tag)
      early.delete(tag)
    },
    tags,
    render: (text, postId = 0, library) => renderSome(tags, text, postId, library),
    renderEarly: (text, postId = 0) => renderSome(early, text, postId),
    strip: text => (mayHoldShortcodes(text, tags) ? replaceShortcodes(text, tags, () => '') : text),
  }
  for (const { tag, render, early } of shortcodes) registry.register(tag, render, { early: early === true })
  return registry
}
