import { trimCharacters } from '@platen/core'
import type { OptionSnapshot } from '../../../kernel/options/index.js'
import type { PostRecord } from '../../../kernel/records/index.js'

/**
 * The number of ancestors that permalinks name at most, beginning with the parent. Real sites do not nest that deeply, and each level
 * is a query: without a limit, creating pages one below the other would take longer with each.
 */
export const MAX_LEVELS = 100

/** Slugs of related records that a permalink can contain. */
export interface RelatedSlugs {
  /** The author's slug; present when the structure contains it. */
  readonly authorSlug?: ((id: number) => string) | undefined
  /** The path of a post's first category; present when the structure contains it. */
  readonly categorySlug?: ((post: PostRecord) => string) | undefined
}

/** A compiled permalink structure, such as `/blog/%postname%/`. */
export interface Structure {
  /** Whether the structure is empty: permalinks then use query parameters. */
  readonly plain: boolean
  /** The start of the paths of pages: `/index.php/` for servers that cannot rewrite URLs, `/` otherwise. */
  readonly root: string
  /** The start of all other paths: the part of the structure before its first tag. */
  readonly front: string
  /** The end of all paths: a slash if the structure ends with one. */
  readonly end: string
  /** The tags of the structure, without their percent signs. */
  readonly tags: ReadonlySet<string>
  /** The path of a post with `name` instead of its slug. */
  fill(post: PostRecord, name: string, related: RelatedSlugs): string
}

type Part = (post: PostRecord, name: string, related: RelatedSlugs) => string

/** The value of each tag. */
const TAGS: ReadonlyMap<string, Part> = new Map<string, Part>([
  ['year', ({ date }) => date.slice(0, 4)],
  ['monthnum', ({ date }) => date.slice(5, 7)],
  ['day', ({ date }) => date.slice(8, 10)],
  ['hour', ({ date }) => date.slice(11, 13)],
  ['minute', ({ date }) => date.slice(14, 16)],
  ['second', ({ date }) => date.slice(17, 19)],
  ['post_id', ({ id }) => String(id)],
  ['postname', (_post, name) => name],
  ['pagename', (_post, name) => name],
  ['author', ({ author }, _name, related) => related.authorSlug?.(author) ?? String(author)],
  ['category', (post, _name, related) => related.categorySlug?.(post) ?? 'uncategorized'],
])

/** Normalizes a structure to one leading slash and at most one trailing slash. */
const asPath = (text: string) => {
  const path = trimCharacters(text.trim(), '/')
  return path === '' || !text.trim().endsWith('/') ? `/${path}` : `/${path}/`
}

function compile(text: string): Structure {
  const plain = text.trim() === ''
  const path = plain ? '' : asPath(text)
  const tags = new Set<string>()
  const parts = path.split(/(%[a-z_]+%)/).map(chunk => {
    const tag = chunk.slice(1, -1)
    const part = chunk.startsWith('%') ? TAGS.get(tag) : undefined
    if (part !== undefined) tags.add(tag)
    return part ?? chunk
  })
  const firstTag = path.indexOf('%')
  return {
    plain,
    root: /^\/index\.php(\/|$)/.test(path) ? '/index.php/' : '/',
    front: firstTag > 0 ? path.slice(0, firstTag) : '/',
    end: path.endsWith('/') ? '/' : '',
    tags,
    fill(post, name, related) {
      let filled = ''
      for (const part of parts) filled += typeof part === 'string' ? part : part(post, name, related)
      return filled
    },
  }
}

const compileStored = (options: Pick<OptionSnapshot, 'text'>) => compile(options.text('permalink_structure'))

/** The structure of the site's permalinks. */
export const structureOf = (options: Pick<OptionSnapshot, 'derived'>): Structure => options.derived(compileStored)
