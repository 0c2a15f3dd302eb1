import { copyText, createBoundedCache } from '@platen/core'

/** HTML, and its JSON string once that has been requested. */
export interface CachedHtml {
  readonly html: string
  json?: string
}

/** HTML to cache. It is copied, because it may consist of many chunks. */
export const cachedHtml = (html: string): CachedHtml => ({ html: copyText(html) })

/** The first words of a content, for blocks that show excerpts. */
export interface CachedWords {
  readonly text: string
  /** The requested number of words, and the text after them; undefined for the usual ones. */
  readonly words: number | undefined
  readonly more: string | undefined
}

/** The rendered parts of a content that depend only on the content and the registered blocks. */
export interface RenderedText {
  readonly content?: CachedHtml
  /** The excerpt of the usual length that is created from the content. */
  readonly excerpt?: CachedHtml
  /** The first words that were requested last. */
  readonly words?: CachedWords
}

/** Caches the HTML of posts, so that a post that many requests show is rendered once. */
export interface RenderedTexts {
  /** Whether anything is cached at all. */
  readonly isEnabled: boolean
  /** The cached parts of a post, if they were rendered from this content. */
  get(id: number, content: string): RenderedText | undefined
  /** Caches a part of the rendered content of a post, beside the parts that are already cached; returns all of them. */
  set(id: number, content: string, part: RenderedText): RenderedText
  clear(): void
}

interface Entry {
  /** Comparing it costs less than computing the hash of a long key. */
  readonly source: string
  readonly rendered: RenderedText
}

/** Characters take up to two bytes, and HTML is also cached as JSON. */
const BYTES_PER_CHARACTER = 4

/** Creates an empty cache of at most `maxBytes`. */
export function createRenderedTexts(maxBytes: number): RenderedTexts {
  const cache = createBoundedCache<Entry>(maxBytes)
  const get = (id: number, content: string) => {
    const entry = cache.get(String(id))
    return entry?.source === content ? entry.rendered : undefined
  }
  return {
    isEnabled: maxBytes > 0,
    get,
    set(id, content, part) {
      const rendered = { ...get(id, content), ...part }
      const texts = [content, rendered.content?.html, rendered.excerpt?.html, rendered.words?.text]
      const length = texts.reduce((sum, text) => sum + (text?.length ?? 0), 0)
      cache.set(String(id), { source: content, rendered }, BYTES_PER_CHARACTER * length)
      return rendered
    },
    clear: () => cache.clear(),
  }
}
