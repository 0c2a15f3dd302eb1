import type { PostRecord } from '../../kernel/records/index.js'

/** A template or template part: of a theme's file, registered by code, or stored. */
export interface Template {
  /** The theme and the slug: `garden//single`. */
  readonly id: string
  /** Changes with the template. */
  readonly version: number | string
  /** The post type of its kind. */
  readonly type: string
  /** The stylesheet of the theme that it is for. */
  readonly theme: string
  readonly slug: string
  readonly title: string
  readonly description: string
  /** Its blocks. */
  readonly content: string
  readonly status: string
  /** The source of the blocks: a file of the theme, a registration, or the store. */
  readonly source: 'theme' | 'plugin' | 'custom'
  /** The source of a stored template before it was changed; `null` for a created one. */
  readonly origin: 'theme' | 'plugin' | null
  /** The position of its file among those of the theme. */
  readonly position?: number | undefined
  /** Whether the active theme has a file for it. */
  readonly hasThemeFile: boolean
  /** Whether posts can choose it, since it is not part of the template hierarchy. */
  readonly isCustom: boolean
  /** The post types that may choose it; all of them without it. */
  readonly postTypes?: readonly string[] | undefined
  /** The area of a part. */
  readonly area?: string | undefined
  /** The plugin that registered it, if any. */
  readonly plugin?: string | undefined
  /** The post of a stored one. */
  readonly post?: PostRecord | undefined
  /** The post of the stored one that replaces it. */
  readonly replacement?: PostRecord | undefined
}

/** A template with a post. */
export type StoredTemplate = Template & { readonly post: PostRecord }

export const isStored = (template: Template): template is StoredTemplate => template.post !== undefined

/** The post whose revisions are those of a template. */
export const revisedPost = ({ post, replacement }: Template): PostRecord | undefined => post ?? replacement

/** Who made a template: a theme, a plugin, the site itself, or a user. */
export function originalSourceOf({
  hasThemeFile,
  origin,
  source,
  post,
}: Template): 'theme' | 'plugin' | 'site' | 'user' {
  if (hasThemeFile && (origin === 'theme' || (origin === null && source !== 'plugin'))) return 'theme'
  if (origin === 'plugin' || source === 'plugin') return 'plugin'
  return (post?.author ?? 0) === 0 ? 'site' : 'user'
}
