import type { ReferenceKind } from './source-ids.js'

/** Returns the new id of a record. */
export type NewId = (kind: ReferenceKind, id: number) => number

/** The properties of a site that determine what its content refers to. */
export interface ContentScope {
  /** The URL of the site. */
  readonly url: string
  readonly isTaxonomy: (name: string) => boolean
}

type Paths = Readonly<Record<string, ReferenceKind>>

/** The attributes of the built-in blocks that contain ids. `*` stands for the name of any property. */
const BLOCKS: Readonly<Record<string, Paths>> = {
  image: { id: 'post' },
  gallery: { 'ids.[]': 'post' },
  cover: { id: 'post' },
  'media-text': { mediaId: 'post' },
  file: { id: 'post' },
  audio: { id: 'post' },
  video: { id: 'post' },
  'playlist-track': { id: 'post' },
  block: { ref: 'post' },
  navigation: { ref: 'post' },
  'page-list': { parentPageID: 'post' },
  'page-list-item': { id: 'post' },
  query: {
    'query.exclude.[]': 'post',
    'query.postIn.[]': 'post',
    'query.include.[]': 'post',
    'query.parents.[]': 'post',
    'query.author': 'user',
    'query.author.[]': 'user',
    'query.categoryIds.[]': 'term',
    'query.tagIds.[]': 'term',
    'query.taxQuery.*.[]': 'term',
    'query.taxQuery.include.*.[]': 'term',
    'query.taxQuery.exclude.*.[]': 'term',
  },
  'latest-posts': { categories: 'term', 'categories.[]': 'term', 'categories.[].id': 'term', selectedAuthor: 'user' },
  'terms-query': { 'termQuery.include.[]': 'term', 'termQuery.exclude.[]': 'term', 'termQuery.parent': 'term' },
  avatar: { userId: 'user' },
  'legacy-widget': {
    'instance.raw.attachment_id': 'post',
    'instance.raw.ids.[]': 'post',
    'instance.raw.exclude': 'post',
    'instance.raw.nav_menu': 'term',
  },
}
/** The attributes of any block. */
const COMMON: Paths = { 'style.background.backgroundImage.id': 'post' }
/** Attributes that may contain several ids as text, like items of lists. */
const TEXTS = new Set(['query.author', 'categories', 'instance.raw.exclude'])
const TERM_TYPES = new Set(['category', 'tag', 'post_tag', 'post_format'])

const LINKS: readonly string[] = ['navigation-link', 'navigation-submenu']
/** Part of the text of each block that may contain ids, for a cheap check. */
export const namesBlockWithIds = new RegExp(
  `<!-- wp:(?:core/)?(?:${[...Object.keys(BLOCKS), ...LINKS].join('|')}) \\{|"backgroundImage"`,
)

/** The kind of record that the id in a link refers to, by the type in the link: that of a post, or a taxonomy. */
export const kindOfType = (type: unknown, isTaxonomy: (name: string) => boolean): ReferenceKind | undefined => {
  if (typeof type !== 'string' || type === '' || type === 'custom' || type === 'url') return undefined
  return TERM_TYPES.has(type) || isTaxonomy(type) ? 'term' : 'post'
}

function linkPaths(
  { kind, type }: Readonly<Record<string, unknown>>,
  isTaxonomy: (name: string) => boolean,
): Paths | undefined {
  const linked = kind === 'taxonomy' ? 'term' : kind === 'post-type' ? 'post' : undefined
  // Older links have only the type.
  const found = kind === undefined ? kindOfType(type, isTaxonomy) : linked
  return found === undefined ? undefined : { id: found }
}

/**
 * Returns the kind of record that the ids at a path of a block's attributes refer to; `undefined` if there are none.
 * `isText` is whether the value is a text.
 */
export function referencesOfBlock(
  name: string,
  attributes: Readonly<Record<string, unknown>>,
  isTaxonomy: (name: string) => boolean,
): (path: readonly string[], isText: boolean) => ReferenceKind | undefined {
  const own = LINKS.includes(name)
    ? linkPaths(attributes, isTaxonomy)
    : Object.hasOwn(BLOCKS, name)
      ? BLOCKS[name]
      : undefined
  const kindAt = (path: string) =>
    own !== undefined && Object.hasOwn(own, path) ? own[path] : Object.hasOwn(COMMON, path) ? COMMON[path] : undefined
  return (path, isText) => {
    const text = path.join('.')
    const last = path.at(-1)
    if (isText && last !== '[]' && !TEXTS.has(text)) return undefined
    const any = [...path.slice(0, -2), '*', last].join('.')
    return kindAt(text) ?? (last === '[]' ? kindAt(any) : undefined)
  }
}
