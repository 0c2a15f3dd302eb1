import { type PermissionResult, type Principal, RestError } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import { NOTE, type PostRecord } from '../../../kernel/records/index.js'
import { refusal } from '../../../kernel/refusals/index.js'
import { postTypes } from '../../types/index.js'
import { anonymousComments } from '../comment-hooks.js'
import { commentOptions } from '../comment-options.js'
import { type CommentedPost, canReadCommentsOn } from '../commented-posts.js'
import type { NewComment } from '../operations/comment-input.js'
import { noSuchPost } from './comment-access.js'

/** Whether the type of a post supports notes: `supports: { editor: { notes: true } }`. */
export function supportsNotes(site: SiteContext, { type }: PostRecord): boolean {
  return [site.get(postTypes).get(type)?.supports['editor']]
    .flat()
    .some(editor => typeof editor === 'object' && editor !== null && 'notes' in editor && editor.notes === true)
}

/** Restrictions on new comments, regardless of their content. */
interface Intended extends Partial<Pick<NewComment, 'post' | 'author' | 'status' | 'type' | 'password'>> {
  /** Whether it has another IP address than the caller. */
  readonly foreignAddress?: boolean
}

/** The refusal of comments by anybody: signing in does not help. */
const closed = (code: string, message: string): RestError => new RestError(code, message, 403)

/** Whether a caller may comment on a post; `undefined` is a post that does not exist. */
export function mayCreateComment(
  site: SiteContext,
  principal: Principal,
  { post: postId = 0, author, status, type, password, foreignAddress }: Intended,
  commented: CommentedPost | undefined,
): PermissionResult {
  const refuse = (code: string, message: string) => refusal({ principal }, code, message)
  const isNote = type === NOTE
  if (!principal.authenticated && (isNote || !takesAnonymous(site, commented)))
    return refuse('rest_comment_login_required', 'You must be signed in to comment.')
  if (!principal.can('moderate_comments')) {
    if (author !== undefined && author !== principal.id)
      return refuse('rest_comment_invalid_author', 'You are not allowed to comment on behalf of others.')
    if (foreignAddress === true)
      return refuse('rest_comment_invalid_author_ip', 'You are not allowed to set the IP address of a comment.')
    if (status !== undefined && !isNote)
      return refuse('rest_comment_invalid_status', 'You are not allowed to set the status of a comment.')
  }
  const noNote = () => refuse('rest_cannot_create_note', 'You are not allowed to write notes on this post.')
  // Nobody may edit a post that does not exist.
  if (commented === undefined) return isNote && postId !== 0 ? noNote() : noSuchPost(principal)
  const { post } = commented
  if (isNote) {
    if (!principal.can('edit_post', post)) return noNote()
    if (!supportsNotes(site, post))
      return refuse('rest_comment_not_supported_post_type', 'Posts of this type have no notes.')
  } else if (post.status === 'draft' || post.status === 'auto-draft')
    return closed('rest_comment_draft_post', 'Comments on drafts are not allowed.')
  if (post.status === 'trash')
    return closed('rest_comment_trash_post', 'Comments on posts in the trash are not allowed.')
  if (!canReadCommentsOn(site, principal, commented, password))
    return refuse('rest_cannot_read_post', 'You are not allowed to read the comments on this post.')
  if (!isNote && post.commentStatus !== 'open') return closed('rest_comment_closed', 'This post takes no comments.')
  return true
}

function takesAnonymous(site: SiteContext, commented: CommentedPost | undefined): boolean {
  if (commented === undefined) return false
  return site.hooks.apply(anonymousComments, { value: site.get(commentOptions).anonymous, post: commented.post })
}
