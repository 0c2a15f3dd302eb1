import { escapeUrl, wrapperAttributes } from '@platen/rendering'
import {
  alignmentClasses,
  BORDER,
  COLORS_WITHOUT_LINK_CONTROL,
  defineBlock,
  escapeProse,
  linkColorClasses,
  requestPathWithout,
  SPACING,
} from '../../../kernel/blocks/index.js'
import type { UserRecord } from '../../../kernel/records/index.js'
import { loadUsers, usedPosts } from '../../posts/blocks/index.js'
import { showsCommentsOf } from './load-comments.js'

/** `core/post-comments-form`: the form to comment on a post, where comments are open. */
export const postCommentsForm = defineBlock({
  name: 'core/post-comments-form',
  apiVersion: 3,
  title: 'Comments Form',
  category: 'theme',
  description: 'Shows the form to comment on a post.',
  usesContext: ['postId', 'postType'],
  attributes: {},
  style: ['wp-block-post-comments-form', 'wp-block-buttons', 'wp-block-button'],
  supports: {
    anchor: true,
    html: false,
    color: { ...COLORS_WITHOUT_LINK_CONTROL, heading: true },
    spacing: SPACING,
    typography: {
      fontSize: true,
      lineHeight: true,
      textAlign: true,
      __experimentalFontStyle: true,
      __experimentalFontWeight: true,
      __experimentalLetterSpacing: true,
      __experimentalTextTransform: true,
      __experimentalDefaultControls: { fontSize: true },
    },
    __experimentalBorder: BORDER,
  },
  example: { attributes: { style: { typography: { textAlign: 'center' } } } },

  async load(uses, scope) {
    const posts = await usedPosts(uses, scope)
    const { id } = scope.principal
    return { posts, reader: (await loadUsers(scope, [id])).get(id) }
  },

  render(_attributes, _content, { posts, reader }, scope) {
    const post = posts.of(scope.context)
    if (post === undefined || post.commentStatus !== 'open' || !showsCommentsOf(post, scope)) return ''
    const { attributes } = scope.block
    const classes = ['comment-respond', ...alignmentClasses(attributes), ...linkColorClasses(attributes)]
    // Links to the form point to its id, whatever the anchor of the block.
    const place = { ...scope, supports: { ...scope.supports, anchor: false } }
    return commentFormHtml({
      attributes: wrapperAttributes(place, classes),
      post: post.id,
      reader,
      site: scope.site.url,
      cancel: `${requestPathWithout('replytocom', scope)}#respond`,
    })
  },
})

/** The data of a comment form. */
interface CommentForm {
  /** The attributes of the element around it, with a leading space. */
  readonly attributes: string
  readonly post: number
  /** Who is signed in. */
  readonly reader: UserRecord | undefined
  /** The URL of the site. */
  readonly site: string
  /** The URL that cancels a reply. */
  readonly cancel: string
}

const STAR = '<span class="required">*</span>'
const REQUIRED = `<span class="required-field-message">Required fields are marked ${STAR}</span>`

const COMMENT = `<p class="comment-form-comment"><label for="comment">Comment ${STAR}</label> <textarea id="comment" name="comment" cols="45" rows="8" maxlength="65525" required></textarea></p>`

const VISITOR = `<p class="comment-form-author"><label for="author">Name ${STAR}</label> <input id="author" name="author" type="text" value="" size="30" maxlength="245" autocomplete="name" required /></p>
<p class="comment-form-email"><label for="email">Email ${STAR}</label> <input id="email" name="email" type="email" value="" size="30" maxlength="100" aria-describedby="email-notes" autocomplete="email" required /></p>
<p class="comment-form-url"><label for="url">Website</label> <input id="url" name="url" type="url" value="" size="30" maxlength="200" autocomplete="url" /></p>
<p class="comment-form-cookies-consent"><input id="wp-comment-cookies-consent" name="wp-comment-cookies-consent" type="checkbox" value="yes" /> <label for="wp-comment-cookies-consent">Save my name, email, and website in this browser for the next time I comment.</label></p>
`

const NOTES = `<p class="comment-notes"><span id="email-notes">Your email address will not be published.</span> ${REQUIRED}</p>`

const signedIn = ({ displayName }: UserRecord, site: string): string =>
  `<p class="logged-in-as">Logged in as ${escapeProse(displayName)}. <a href="${escapeUrl(site)}/wp-admin/profile.php">Edit your profile</a>. ${REQUIRED}</p>`

/** The form for a comment on a post; readers who are signed in have no fields for their name. */
function commentFormHtml({ attributes, post, reader, site, cancel }: CommentForm): string {
  const fields = reader === undefined ? `${NOTES}${COMMENT}${VISITOR}` : `${signedIn(reader, site)}${COMMENT}`
  const cancelLink = `<a rel="nofollow" id="cancel-comment-reply-link" href="${escapeUrl(cancel)}" style="display:none;">Cancel reply</a>`
  return `	<div id="respond"${attributes}>
		<h3 id="reply-title" class="comment-reply-title">Leave a Reply <small>${cancelLink}</small></h3><form action="${escapeUrl(site)}/wp-comments-post.php" method="post" id="commentform" class="comment-form">${fields}<p class="form-submit wp-block-button"><input name="submit" type="submit" id="submit" class="wp-block-button__link wp-element-button" value="Post Comment" /> <input type='hidden' name='comment_post_ID' value='${post}' id='comment_post_ID' />
<input type='hidden' name='comment_parent' id='comment_parent' value='0' />
</p></form>	</div><!-- #respond -->
	`
}
