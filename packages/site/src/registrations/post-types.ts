import { type Labels, postTypeLabels } from './labels.js'
import { registrationKey } from './registration-key.js'
import { assertKnownKeys, Registrations } from './registrations.js'

/** The capabilities that a post type requires, by action. */
export interface PostTypeCapabilities {
  readonly edit_post: string
  readonly read_post: string
  readonly delete_post: string
  readonly edit_posts: string
  readonly edit_others_posts: string
  readonly delete_posts: string
  readonly publish_posts: string
  readonly read_private_posts: string
  readonly read: string
  readonly delete_private_posts: string
  readonly delete_published_posts: string
  readonly delete_others_posts: string
  readonly edit_private_posts: string
  readonly edit_published_posts: string
  readonly create_posts: string
}

/** The options of a post type; all have defaults. */
export interface PostTypeOptions {
  readonly label?: string
  readonly labels?: Readonly<Record<string, string>>
  readonly description?: string
  /** Whether visitors can see its posts; the default of several options below. */
  readonly public?: boolean
  readonly hierarchical?: boolean
  readonly publiclyQueryable?: boolean
  readonly excludeFromSearch?: boolean
  readonly showUi?: boolean
  readonly showInNavMenus?: boolean
  readonly showInRest?: boolean
  readonly restBase?: string
  readonly restNamespace?: string
  /** `posts` declares the routes of posts; `none` declares no routes, for types with a resource of their own. */
  readonly controller?: 'posts' | 'none'
  /** `title`, `editor`, `author`, `thumbnail`, `excerpt`, `comments`, `revisions`, `custom-fields`, `page-attributes`, `post-formats` … or an object with options by feature. */
  readonly supports?: readonly string[] | Readonly<Record<string, unknown>>
  readonly taxonomies?: readonly string[]
  readonly hasArchive?: boolean | string
  /** The singular, or singular and plural, that capability names are built from. */
  readonly capabilityType?: string | readonly [string, string]
  readonly capabilities?: Partial<PostTypeCapabilities>
  /** Whether the rules for editing, reading and deleting one post derive from the other capabilities. */
  readonly mapMetaCap?: boolean
  readonly icon?: string | null
  readonly template?: readonly unknown[]
  readonly templateLock?: string | false
  /** The first segment of its permalinks; `false` for none. */
  readonly rewriteSlug?: string | false
  readonly templates?: Readonly<Record<string, string>>
  /** Whether its posts can be sticky. */
  readonly sticky?: boolean
  /**
   * What its permalinks consist of: the site's permalink structure, the slugs of its ancestors, those of its parent, or
   * by default `rewriteSlug` and the slugs.
   */
  readonly permalink?: 'structure' | 'path' | 'attached' | 'rewrite'
  /** Whether one of its posts can be the front page of the site. */
  readonly frontPage?: boolean
  /** Whether comments and pings of a new post are open as the settings say, or closed. */
  readonly discussion?: 'settings' | 'closed'
  /** Whether a post can have the status of what it is attached to (`inherit`): such posts are neither published nor searched. */
  readonly inheritsStatus?: boolean
  /** Whether files can be attached to its posts; `true` unless given. */
  readonly attachments?: boolean
  /** Whether the content is shown; as `supports` has `editor` unless given. */
  readonly showsContent?: boolean
  /** Whether the excerpt is shown; as `supports` has `excerpt` unless given. */
  readonly showsExcerpt?: boolean
  /** What happens to the posts of a deleted user: they go to the trash, or are deleted for good, as they are unless given. */
  readonly deletedWithAuthor?: 'trash' | 'delete'
  /** Whether only the operations of its own feature write its posts: `createPost` and the others refuse them. */
  readonly managed?: boolean
  readonly builtIn?: boolean
}

/** A registered post type, with all defaults resolved. */
export interface PostType {
  readonly name: string
  readonly label: string
  readonly labels: Labels
  readonly description: string
  readonly public: boolean
  readonly hierarchical: boolean
  readonly publiclyQueryable: boolean
  /** Whether visitors can see its published posts. */
  readonly viewable: boolean
  readonly excludeFromSearch: boolean
  readonly showUi: boolean
  readonly showInNavMenus: boolean
  readonly showInRest: boolean
  readonly restBase: string
  readonly restNamespace: string
  readonly controller: 'posts' | 'none'
  readonly supports: Readonly<Record<string, unknown>>
  readonly taxonomies: readonly string[]
  readonly hasArchive: boolean | string
  readonly capabilities: PostTypeCapabilities
  readonly mapMetaCap: boolean
  readonly icon: string | null
  readonly template: readonly unknown[]
  readonly templateLock: string | false
  readonly rewriteSlug: string | false
  /** Page templates by file name. */
  readonly templates: Readonly<Record<string, string>>
  readonly sticky: boolean
  readonly permalink: 'structure' | 'path' | 'attached' | 'rewrite'
  readonly frontPage: boolean
  readonly discussion: 'settings' | 'closed'
  readonly inheritsStatus: boolean
  readonly attachments: boolean
  readonly showsContent: boolean
  readonly showsExcerpt: boolean
  readonly deletedWithAuthor: 'trash' | 'delete'
  readonly managed: boolean
  readonly builtIn: boolean
}

const OPTION_KEYS: readonly (keyof PostTypeOptions)[] = [
  'label',
  'labels',
  'description',
  'public',
  'hierarchical',
  'publiclyQueryable',
  'excludeFromSearch',
  'showUi',
  'showInNavMenus',
  'showInRest',
  'restBase',
  'restNamespace',
  'controller',
  'supports',
  'taxonomies',
  'hasArchive',
  'capabilityType',
  'capabilities',
  'mapMetaCap',
  'icon',
  'template',
  'templateLock',
  'rewriteSlug',
  'templates',
  'sticky',
  'permalink',
  'frontPage',
  'discussion',
  'inheritsStatus',
  'attachments',
  'showsContent',
  'showsExcerpt',
  'deletedWithAuthor',
  'managed',
  'builtIn',
]

function capabilitiesFor(options: PostTypeOptions): PostTypeCapabilities {
  const [one, many] =
    typeof options.capabilityType === 'string'
      ? [options.capabilityType, `${options.capabilityType}s`]
      : (options.capabilityType ?? ['post', 'posts'])
  const named = {
    edit_post: `edit_${one}`,
    read_post: `read_${one}`,
    delete_post: `delete_${one}`,
    edit_posts: `edit_${many}`,
    edit_others_posts: `edit_others_${many}`,
    delete_posts: `delete_${many}`,
    publish_posts: `publish_${many}`,
    read_private_posts: `read_private_${many}`,
    read: 'read',
    delete_private_posts: `delete_private_${many}`,
    delete_published_posts: `delete_published_${many}`,
    delete_others_posts: `delete_others_${many}`,
    edit_private_posts: `edit_private_${many}`,
    edit_published_posts: `edit_published_${many}`,
  }
  const given = { ...named, ...options.capabilities }
  return { ...given, create_posts: options.capabilities?.create_posts ?? given.edit_posts }
}

function supportsOf(given: PostTypeOptions['supports'], builtIn: boolean): Readonly<Record<string, unknown>> {
  const all: Record<string, unknown> = Array.isArray(given)
    ? Object.fromEntries(given.map(feature => [feature, true]))
    : { ...((given as Readonly<Record<string, unknown>> | undefined) ?? { title: true, editor: true }) }
  if (!builtIn && all['editor'] !== undefined && all['autosave'] === undefined) all['autosave'] = true
  return all
}

const has = (supported: PostType['supports'], feature: string): boolean =>
  supported[feature] !== undefined && supported[feature] !== false

/** Resolves the defaults of a post type and freezes it. */
export function postType(name: string, options: PostTypeOptions, defaultNamespace: string): PostType {
  assertKnownKeys(`the post type ${name}`, options, OPTION_KEYS)
  const isPublic = options.public ?? false
  const publiclyQueryable = options.publiclyQueryable ?? isPublic
  const builtIn = options.builtIn ?? false
  const supported = Object.freeze(supportsOf(options.supports, builtIn))
  const label = options.label ?? options.labels?.['name'] ?? name
  return Object.freeze({
    name,
    label,
    labels: postTypeLabels({ label, hierarchical: options.hierarchical ?? false, given: options.labels }),
    description: options.description ?? '',
    public: isPublic,
    hierarchical: options.hierarchical ?? false,
    publiclyQueryable,
    viewable: builtIn ? isPublic : publiclyQueryable,
    excludeFromSearch: options.excludeFromSearch ?? !isPublic,
    showUi: options.showUi ?? isPublic,
    showInNavMenus: options.showInNavMenus ?? isPublic,
    showInRest: options.showInRest ?? true,
    restBase: options.restBase ?? name,
    restNamespace: options.restNamespace ?? defaultNamespace,
    controller: options.controller ?? 'posts',
    supports: supported,
    taxonomies: Object.freeze([...(options.taxonomies ?? [])]),
    hasArchive: options.hasArchive ?? false,
    capabilities: Object.freeze(capabilitiesFor(options)),
    mapMetaCap: options.mapMetaCap ?? true,
    icon: options.icon ?? null,
    template: Object.freeze([...(options.template ?? [])]),
    templateLock: options.templateLock ?? false,
    rewriteSlug: options.rewriteSlug ?? (publiclyQueryable ? name : false),
    templates: Object.freeze({ ...options.templates }),
    sticky: options.sticky ?? false,
    permalink: options.permalink ?? 'rewrite',
    frontPage: options.frontPage ?? false,
    discussion: options.discussion ?? 'settings',
    inheritsStatus: options.inheritsStatus ?? false,
    attachments: options.attachments ?? true,
    showsContent: options.showsContent ?? has(supported, 'editor'),
    showsExcerpt: options.showsExcerpt ?? has(supported, 'excerpt'),
    deletedWithAuthor: options.deletedWithAuthor ?? 'delete',
    managed: options.managed ?? false,
    builtIn,
  })
}

/** Whether a type supports a feature. */
export const supports = (type: PostType, feature: string): boolean => has(type.supports, feature)

/** The post types of a site. */
export const postTypes = registrationKey('post types', () => new Registrations<PostType>('the post type'))
