import { checks, type OptionChecks, withoutUndefined } from '@platen/core'
import { registrationKey } from '../../kernel/context/index.js'
import {
  type LabelOverrides,
  type Labels,
  postTypeLabels,
  Registrations,
  withDefaults,
} from '../../kernel/registrations/index.js'

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
  readonly labels?: LabelOverrides
  readonly description?: string
  /** Whether visitors can see its posts; the default of several options below. */
  readonly public?: boolean
  readonly hierarchical?: boolean
  readonly publiclyQueryable?: boolean
  /** Whether `/search` leaves out its posts; it always leaves out those of types that are not public. */
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
   * The form of its permalinks: the site's permalink structure, the slugs of its ancestors, those of its parent, or by
   * default `rewriteSlug` and the slugs.
   */
  readonly permalink?: 'structure' | 'path' | 'attached' | 'rewrite'
  /** Whether menus with `auto_add` get an item for its new posts at the top level. */
  readonly addedToMenus?: boolean
  /** Whether one of its posts can be the front page of the site. */
  readonly frontPage?: boolean
  /** Whether comments and pings of a new post follow the settings, or are closed. */
  readonly discussion?: 'settings' | 'closed'
  /**
   * Whether a post can inherit the status of the post that it is attached to (`inherit`): such posts are neither
   * published nor searched.
   */
  readonly inheritsStatus?: boolean
  /** Whether files can be attached to its posts; `true` by default. */
  readonly attachments?: boolean
  /** Whether the content is shown; by default, if `supports` contains `editor`. */
  readonly showsContent?: boolean
  /** Whether the excerpt is shown; by default, if `supports` contains `excerpt`. */
  readonly showsExcerpt?: boolean
  /** Whether even its posts of a public status can only be read with the type's capability `read`, or with the one named here. */
  readonly restricted?: boolean | string
  /** Whether the blocks of its content are stored in canonical form. */
  readonly canonicalBlocks?: boolean
  /** Whether its content is settings and styles of users, whose custom CSS requires `edit_css`. */
  readonly holdsStyles?: boolean
  /**
   * Whether the posts of a deleted user are moved to the trash or permanently deleted; permanently deleted by default.
   */
  readonly deletedWithAuthor?: 'trash' | 'delete'
  /**
   * The maximum number of revisions of a post, besides autosaves; 0 for none. The site's `revisionsToKeep` by default.
   */
  readonly revisionsToKeep?: number | undefined
  /**
   * Whether callers who may delete a post may also delete its revisions; otherwise this requires the capability
   * `delete_revisions`.
   */
  readonly deletableRevisions?: boolean
  /** Whether its posts may have the same slug, because something else distinguishes them. */
  readonly sharedSlugs?: boolean
  /**
   * Whether only the operations of its own feature can write its posts: `createPost` and the other operations refuse
   * them.
   */
  readonly managed?: boolean
  readonly builtIn?: boolean
}

/** A registered post type, with all defaults resolved. */
export interface PostType
  extends Required<
    Omit<PostTypeOptions, 'labels' | 'supports' | 'capabilityType' | 'capabilities' | 'revisionsToKeep'>
  > {
  readonly name: string
  readonly revisionsToKeep: number | undefined
  readonly labels: Labels
  /** Whether visitors can see its published posts. */
  readonly viewable: boolean
  readonly supports: Readonly<Record<string, unknown>>
  readonly capabilities: PostTypeCapabilities
}

const { anyText, either, flag, limit, off, oneOf, recordOf, shaped, text, texts, where } = checks

const postTypeChecks: OptionChecks<PostTypeOptions> = {
  label: anyText,
  labels: recordOf(anyText),
  description: anyText,
  public: flag,
  hierarchical: flag,
  publiclyQueryable: flag,
  excludeFromSearch: flag,
  showUi: flag,
  showInNavMenus: flag,
  showInRest: flag,
  restBase: text,
  restNamespace: text,
  controller: oneOf(['posts', 'none']),
  supports: either(texts, checks.anObject),
  taxonomies: texts,
  hasArchive: either(flag, text),
  capabilityType: either(
    text,
    where('a list of the singular and the plural', value => Array.isArray(value) && value.length === 2),
  ),
  capabilities: shaped<Partial<PostTypeCapabilities>>({
    edit_post: text,
    read_post: text,
    delete_post: text,
    edit_posts: text,
    edit_others_posts: text,
    delete_posts: text,
    publish_posts: text,
    read_private_posts: text,
    read: text,
    delete_private_posts: text,
    delete_published_posts: text,
    delete_others_posts: text,
    edit_private_posts: text,
    edit_published_posts: text,
    create_posts: text,
  }),
  mapMetaCap: flag,
  icon: either(
    anyText,
    where('null', value => value === null),
  ),
  template: where('a list of blocks', Array.isArray),
  templateLock: either(off, text),
  rewriteSlug: either(off, text),
  templates: recordOf(anyText),
  sticky: flag,
  permalink: oneOf(['structure', 'path', 'attached', 'rewrite']),
  addedToMenus: flag,
  frontPage: flag,
  discussion: oneOf(['settings', 'closed']),
  inheritsStatus: flag,
  attachments: flag,
  showsContent: flag,
  showsExcerpt: flag,
  restricted: either(flag, text),
  canonicalBlocks: flag,
  holdsStyles: flag,
  deletedWithAuthor: oneOf(['trash', 'delete']),
  revisionsToKeep: limit,
  deletableRevisions: flag,
  sharedSlugs: flag,
  managed: flag,
  builtIn: flag,
}

function capabilitiesFor({ capabilityType = 'post', capabilities }: PostTypeOptions): PostTypeCapabilities {
  const [one, many] = typeof capabilityType === 'string' ? [capabilityType, `${capabilityType}s`] : capabilityType
  const registered = {
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
    ...withoutUndefined(capabilities),
  }
  return { ...registered, create_posts: capabilities?.create_posts ?? registered.edit_posts }
}

function supportsOf(supported: PostTypeOptions['supports'], builtIn: boolean): Readonly<Record<string, unknown>> {
  const all: Record<string, unknown> = Array.isArray(supported)
    ? Object.fromEntries(supported.map(feature => [feature, true]))
    : { ...((supported as Readonly<Record<string, unknown>> | undefined) ?? { title: true, editor: true }) }
  if (!builtIn && all['editor'] !== undefined && all['autosave'] === undefined) all['autosave'] = true
  return all
}

const has = (supported: PostType['supports'], feature: string): boolean =>
  supported[feature] !== undefined && supported[feature] !== false

/** Resolves the defaults of a post type and freezes it. */
export function postType(name: string, options: PostTypeOptions, defaultNamespace: string): PostType {
  const isPublic = options.public ?? false
  const publiclyQueryable = options.publiclyQueryable ?? isPublic
  const builtIn = options.builtIn ?? false
  const supported = Object.freeze(supportsOf(options.supports, builtIn))
  const defaults = {
    label: options.labels?.['name'] ?? name,
    labels: undefined,
    description: '',
    public: isPublic,
    hierarchical: false,
    publiclyQueryable,
    excludeFromSearch: !isPublic,
    showUi: isPublic,
    showInNavMenus: isPublic,
    showInRest: true,
    restBase: name,
    restNamespace: defaultNamespace,
    controller: 'posts',
    supports: undefined,
    taxonomies: [],
    hasArchive: false,
    capabilityType: undefined,
    capabilities: undefined,
    mapMetaCap: true,
    icon: null,
    template: [],
    templateLock: false,
    rewriteSlug: publiclyQueryable ? name : false,
    templates: {},
    sticky: false,
    permalink: 'rewrite',
    addedToMenus: false,
    frontPage: false,
    discussion: 'settings',
    inheritsStatus: false,
    attachments: true,
    showsContent: has(supported, 'editor'),
    showsExcerpt: has(supported, 'excerpt'),
    restricted: false,
    canonicalBlocks: false,
    holdsStyles: false,
    deletedWithAuthor: 'delete',
    revisionsToKeep: undefined,
    deletableRevisions: false,
    sharedSlugs: false,
    managed: false,
    builtIn,
  } as const
  const { capabilityType: _, ...resolved } = withDefaults(`the post type ${name}`, options, defaults, postTypeChecks)
  const { label, hierarchical, labels: customLabels, taxonomies, template, templates } = resolved
  return Object.freeze({
    name,
    ...resolved,
    labels: postTypeLabels({ label, hierarchical, given: customLabels }),
    viewable: builtIn ? isPublic : publiclyQueryable,
    supports: supported,
    taxonomies: Object.freeze([...taxonomies]),
    capabilities: Object.freeze(capabilitiesFor(options)),
    template: Object.freeze([...template]),
    templates: Object.freeze({ ...templates }),
  })
}

/** Whether a type supports a feature. */
export const supports = (type: PostType, feature: string): boolean => has(type.supports, feature)

/** The post types of a site. */
export const postTypes = registrationKey('post types', () => new Registrations<PostType>('the post type'))
