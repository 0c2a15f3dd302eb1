import { type PermissionResult, type Principal, RestError } from '@platen/core'
import { type PostTarget, reloadPost, updatePost } from '../../content/posts/index.js'
import { defineOperation, type Tx } from '../../kernel/operations/index.js'
import type { PostRecord } from '../../kernel/records/index.js'
import { refusal } from '../../kernel/refusals/index.js'
import { storedStyles, writtenStyles } from '../theme-json/index.js'
import { checkCustomCss, type StyleChanges } from './style-input.js'
import { activeThemeTrees } from './theme-trees.js'
import { globalStylesType, userTree } from './user-styles.js'

export const noSuchStyles = (): RestError =>
  new RestError('rest_global_styles_not_found', 'There are no global styles with this id.', 404)

/** Whether a caller may change the styles of users. */
export const mayEditStyles = (principal: Principal, record: PostRecord): PermissionResult =>
  principal.can('edit_post', record) ||
  refusal({ principal }, 'rest_cannot_edit', 'You are not allowed to edit these global styles.')

/**
 * Changes the styles of users for a theme, and returns their record; the change creates a revision. Styles of actors
 * without `unfiltered_html` contain only values that are safe in CSS. Throws `rest_global_styles_not_found`,
 * `rest_cannot_edit`, or an error of `checkCustomCss`.
 */
export const updateGlobalStyles = defineOperation(
  async (tx, actor, { id, version, title, settings, styles }: StyleChanges & PostTarget): Promise<PostRecord> => {
    const type = globalStylesType(tx.site)
    const before = await reloadPost(tx, id, post =>
      post.type === type?.name ? mayEditStyles(actor, post) : noSuchStyles(),
    )
    const stored = storedStyles(before)
    checkCustomCss(styles, stored.styles, actor)
    const changed = settings !== undefined || styles !== undefined
    const next = { styles: styles ?? stored.styles, settings: settings ?? stored.settings }
    const content = changed
      ? writtenStyles(actor.can('unfiltered_html') ? next : await knownValues(tx, next))
      : undefined
    return updatePost(tx, actor, {
      id,
      version,
      ...(title !== undefined && { title }),
      ...(content !== undefined && { content }),
    })
  },
)

/** Keeps only known values; `updatePost` removes unsafe ones. */
async function knownValues({ site }: Tx, input: { readonly settings: unknown; readonly styles: unknown }) {
  const { shapes } = await activeThemeTrees(site)
  return userTree({ content: writtenStyles(input) }, shapes)
}
