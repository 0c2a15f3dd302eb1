/** Meta keys that posts use for themselves; clients know them by other names, or not at all. */
export const postMetaKeys = Object.freeze({
  featuredMedia: '_thumbnail_id',
  template: '_page_template',
  trashedTime: '_trash_time',
  desiredSlug: '_desired_slug',
})

/** The option with the ids of sticky posts. */
export const STICKY_OPTION = 'sticky_posts'

/** The taxonomy of formats, the prefix of its slugs, and all formats. */
export const FORMAT_TAXONOMY = 'post_format'
export const FORMAT_SLUG_PREFIX = 'post-format-'
export const POST_FORMATS = Object.freeze([
  'standard',
  'aside',
  'chat',
  'gallery',
  'link',
  'image',
  'quote',
  'status',
  'video',
  'audio',
] as const)
