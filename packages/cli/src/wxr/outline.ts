/** An element with children. */
export interface ElementKind {
  /** The children that have children themselves. */
  readonly parts: ReadonlyMap<string, ElementKind>
  /** The children that are texts. */
  readonly fields: ReadonlySet<string>
}

const kind = (fields: string, parts: Readonly<Record<string, ElementKind>> = {}): ElementKind => ({
  parts: new Map(Object.entries(parts)),
  fields: new Set(fields.split(/\s+/)),
})

const meta = kind('wp:meta_key wp:meta_value')
const comment = kind(
  `wp:comment_id wp:comment_parent wp:comment_user_id wp:comment_author wp:comment_author_email wp:comment_author_url
  wp:comment_author_IP wp:comment_date wp:comment_date_gmt wp:comment_content wp:comment_approved wp:comment_type`,
  { 'wp:commentmeta': meta },
)
const item = kind(
  `title link pubDate dc:creator guid category content:encoded excerpt:encoded wp:post_id wp:post_date wp:post_date_gmt
  wp:post_modified wp:post_modified_gmt wp:comment_status wp:ping_status wp:post_name wp:status wp:post_parent
  wp:menu_order wp:post_type wp:post_password wp:is_sticky wp:attachment_url`,
  { 'wp:comment': comment, 'wp:postmeta': meta },
)
const author = kind(
  `wp:author_id wp:author_login wp:author_email wp:author_display_name wp:author_first_name wp:author_last_name
  wp:author_description`,
)
const category = kind('wp:term_id wp:category_nicename wp:category_parent wp:cat_name wp:category_description', {
  'wp:termmeta': meta,
})
const tag = kind('wp:term_id wp:tag_slug wp:tag_name wp:tag_description', { 'wp:termmeta': meta })
const term = kind('wp:term_id wp:term_taxonomy wp:term_slug wp:term_parent wp:term_name wp:term_description', {
  'wp:termmeta': meta,
})

/** The children of the channel that are records. */
const records = {
  item,
  'wp:author': author,
  // The name in old exports.
  'wp:wp_author': author,
  'wp:category': category,
  'wp:tag': tag,
  'wp:term': term,
}

/** The channel. Its fields but for the version describe the old site, which is not part of the import. */
export const CHANNEL = kind(
  `wp:wxr_version title link description pubDate language generator image atom:link docs cloud lastBuildDate
  wp:base_site_url wp:base_blog_url wp:site_url wp:blog_url`,
  records,
)

/** The document, whose root is `rss`. */
export const OUTLINE = kind('', { rss: kind('', { channel: CHANNEL }) })

/** Fields that an element can have several times. */
export const REPEATED: ReadonlySet<string> = new Set(['category'])

const OUTLINE_NAMES = new Set(['rss', 'channel', 'wp:comment', 'wp:postmeta', ...Object.keys(records)])

/** Whether elements with a name are part of the outline: within a field, they show that it is not closed. */
export const isOutlineName = (name: string): boolean => OUTLINE_NAMES.has(name)
