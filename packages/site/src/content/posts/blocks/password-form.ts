import { escapeUrl } from '@platen/rendering'
import type { SiteContext } from '../../../kernel/context/index.js'
import type { PostRecord } from '../../../kernel/records/index.js'

const NOTE = 'This content is password-protected. To view it, please enter the password below.'

/** How many words a protected post shows instead of its content. */
export const PASSWORD_FORM_WORDS = `${NOTE} Password:`.split(' ').length

/** The form for the password of a post, shown instead of its content. */
export function passwordForm(post: PostRecord, link: string, { url }: Pick<SiteContext, 'url'>): string {
  const id = `pwbox-${post.id}`
  const field = `<input name="post_password" id="${id}" type="password" spellcheck="false" required size="20" />`
  const button = '<input type="submit" name="Submit" class="wp-block-button__link wp-element-button" value="Enter" />'
  return `<form action="${escapeUrl(url)}/wp-login.php?action=postpass" class="post-password-form" method="post"><input type="hidden" name="redirect_to" value="${escapeUrl(link)}" /></p>
<p>${NOTE}</p>
<p><label for="${id}">Password: ${field}</label> <span class="wp-block-button">${button}</span></p>
</form>
`
}
