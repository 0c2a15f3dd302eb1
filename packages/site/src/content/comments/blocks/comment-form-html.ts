import { escapeUrl } from '@platen/rendering'
import { escapeProse } from '../../../kernel/blocks/index.js'
import type { UserRecord } from '../../../kernel/records/index.js'

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
export function commentFormHtml({ attributes, post, reader, site, cancel }: CommentForm): string {
  const fields = reader === undefined ? `${NOTES}${COMMENT}${VISITOR}` : `${signedIn(reader, site)}${COMMENT}`
  const cancelLink = `<a rel="nofollow" id="cancel-comment-reply-link" href="${escapeUrl(cancel)}" style="display:none;">Cancel reply</a>`
  return `	<div id="respond"${attributes}>
		<h3 id="reply-title" class="comment-reply-title">Leave a Reply <small>${cancelLink}</small></h3><form action="${escapeUrl(site)}/wp-comments-post.php" method="post" id="commentform" class="comment-form">${fields}<p class="form-submit wp-block-button"><input name="submit" type="submit" id="submit" class="wp-block-button__link wp-element-button" value="Post Comment" /> <input type='hidden' name='comment_post_ID' value='${post}' id='comment_post_ID' />
<input type='hidden' name='comment_parent' id='comment_parent' value='0' />
</p></form>	</div><!-- #respond -->
	`
}
