import { type PostRecord, wherePosts } from '../../kernel/records/index.js'

const { and, endsWith, eq, in: isIn, not } = wherePosts

/** The post type of revisions and autosaves. */
const REVISION = 'revision'
const AUTOSAVE_END = '-autosave-v1'

export const revisionSlug = (post: number): string => `${post}-revision-v1`
export const autosaveSlug = (post: number): string => `${post}${AUTOSAVE_END}`

/** Whether a post is a revision; autosaves are revisions, too. */
export const isRevision = ({ type }: PostRecord): boolean => type === REVISION
export const isAutosave = (post: PostRecord): boolean => isRevision(post) && post.slug.endsWith(AUTOSAVE_END)

/** The revisions of a post, its autosaves included. */
export const revisionsOf = (post: number) => and(eq('parent', post), eq('type', REVISION))
/** The revisions of posts without their autosaves. */
export const savedRevisionsOf = (posts: readonly number[]) =>
  and(isIn('parent', posts), eq('type', REVISION), not(endsWith('slug', AUTOSAVE_END)))
export const autosavesOf = (post: number) => and(revisionsOf(post), endsWith('slug', AUTOSAVE_END))

/** The record of a revision or autosave: the texts of a post at a moment. */
export const revisionRecord = (
  post: number,
  {
    slug,
    author,
    local,
    utc,
    title,
    content,
    excerpt,
  }: Pick<PostRecord, 'slug' | 'author' | 'title' | 'content' | 'excerpt'> & {
    readonly local: string
    readonly utc: string
  },
) => ({
  type: REVISION,
  status: 'inherit',
  author,
  date: local,
  dateGmt: utc,
  modified: local,
  modifiedGmt: utc,
  slug,
  title,
  content,
  excerpt,
  password: '',
  parent: post,
  menuOrder: 0,
  commentStatus: 'closed',
  pingStatus: 'closed',
  // Derived from the id when it is shown.
  guid: '',
  mimeType: '',
  commentCount: 0,
  trashedStatus: '',
})
