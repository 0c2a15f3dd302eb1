import { trimCharacters } from '@platen/core'
import type { OptionSnapshot } from '../settings/options.js'
import type { PostRecord } from '../storage/index.js'

/** Names that addresses of posts can hold and posts do not. */
export interface NamesOfOthers {
  /** The author's slug, for structures that name it. */
  readonly authorSlug?: ((id: number) => string) | undefined
  /** The slug of a post's first category, for structures that name it. */
  readonly categorySlug?: ((post: PostRecord) => string) | undefined
}

/** What the site's structure of addresses, such as `/blog/%postname%/`, says of all addresses. */
export interface Structure {
  /** Whether there is none: pages are then named by parameters. */
  readonly plain: boolean
  /** What comes before the addresses of pages: a site whose server cannot rewrite addresses has a script's name there. */
  readonly root: string
  /** What comes before the addresses of all else: the part of the structure before its first tag. */
  readonly front: string
  /** Addresses end with a slash where the structure does. */
  readonly end: string
  /** The tags that are in it, without their signs. */
  readonly tags: ReadonlySet<string>
  /** The path of a post with `name` in the place of its slug. */
  fill(post: PostRecord, name: string, others: NamesOfOthers): string
}

type Part = (post: PostRecord, name: string, others: NamesOfOthers) => string

/** What each tag stands for. */
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
  ['author', ({ author }, _name, others) => others.authorSlug?.(author) ?? String(author)],
  ['category', (post, _name, others) => others.categorySlug?.(post) ?? 'uncategorized'],
])

/** Paths begin with one slash, and end with one at most, however they were written down. */
const asPath = (given: string) => {
  const path = trimCharacters(given.trim(), '/')
  return path === '' || !given.trim().endsWith('/') ? `/${path}` : `/${path}/`
}

function divide(given: string): Structure {
  const plain = given.trim() === ''
  const path = plain ? '' : asPath(given)
  const tags = new Set<string>()
  const parts = path.split(/(%[a-z_]+%)/).map(piece => {
    const tag = piece.slice(1, -1)
    const part = piece.startsWith('%') ? TAGS.get(tag) : undefined
    if (part !== undefined) tags.add(tag)
    return part ?? piece
  })
  const firstTag = path.indexOf('%')
  return {
    plain,
    root: /^\/index\.php(\/|$)/.test(path) ? '/index.php/' : '/',
    front: firstTag > 0 ? path.slice(0, firstTag) : '/',
    end: path.endsWith('/') ? '/' : '',
    tags,
    fill(post, name, others) {
      let filled = ''
      for (const part of parts) filled += typeof part === 'string' ? part : part(post, name, others)
      return filled
    },
  }
}

/** The structure that was asked for last: a site has one, and a list asks for every post. */
let divided: { readonly given: string; readonly structure: Structure } | undefined

/** The structure of a site's addresses. */
export function structureOf(options: Pick<OptionSnapshot, 'text'>): Structure {
  const given = options.text('permalink_structure')
  if (divided?.given !== given) divided = { given, structure: divide(given) }
  return divided.structure
}
