import { createBoundedCache, ownText } from '@platen/core'

/** HTML, and the JSON string of it once that was requested. */
export interface KeptHtml {
  readonly html: string
  json?: string
}

/** What was rendered of a content, if it depends on nothing but the content and the registered blocks. */
export interface RenderedText {
  content?: KeptHtml
  /** The excerpt of the usual length that is created from the content. */
  excerpt?: KeptHtml
}

/** Keeps the HTML of posts, so that a post that many requests show is rendered once. */
export interface RenderedTexts {
  /** What was rendered of the content of a post, if that is its content. */
  get(id: number, content: string): RenderedText | undefined
  /** Keeps what was rendered of the content of a post, beside what is already kept of it. */
  keep(id: number, content: string, part: keyof RenderedText, html: string): void
  clear(): void
}

interface Entry {
  /** Comparing it costs less than computing the hash of a long key. */
  readonly source: string
  readonly rendered: RenderedText
}

/** Characters take up to two bytes, and HTML is also kept as JSON. */
const BYTES_PER_CHARACTER = 4

/** Creates an empty store of at most `maxBytes`. */
export function createRenderedTexts(maxBytes: number): RenderedTexts {
  const cache = createBoundedCache<Entry>(maxBytes)
  const get = (id: number, content: string) => {
    const entry = cache.get(String(id))
    return entry?.source === content ? entry.rendered : undefined
  }
  return {
    get,
    keep(id, content, part, html) {
      const rendered = { ...get(id, content), [part]: { html: ownText(html) } }
      const length = (rendered.content?.html.length ?? 0) + (rendered.excerpt?.html.length ?? 0) + content.length
      cache.set(String(id), { source: content, rendered }, BYTES_PER_CHARACTER * length)
    },
    clear: () => cache.clear(),
  }
}
