import { type PermissionResult, type Principal, RestError } from '@platen/core'
import { writesPosts } from '../../content/types/index.js'
import type { SiteContext } from '../../kernel/context/index.js'
import { refusal } from '../../kernel/refusals/index.js'

interface Caller {
  readonly principal: Principal
}

/** Whether a principal may create, change and delete templates. */
export const managesTemplates = (principal: Principal): boolean => principal.can('edit_theme_options')

const refused = (caller: Caller): RestError =>
  refusal(caller, 'rest_cannot_manage_templates', 'You are not allowed to manage the templates of this site.')

export const mayManageTemplates = (caller: Caller): PermissionResult =>
  managesTemplates(caller.principal) || refused(caller)

/** Post editors show templates, so users who may write posts may read them. */
export const mayReadTemplates = (site: SiteContext, caller: Caller): PermissionResult =>
  writesPosts(site, caller.principal) || managesTemplates(caller.principal) || refused(caller)

export const noSuchTemplate = (): RestError =>
  new RestError('rest_template_not_found', 'There is no such template.', 404)

/** The refusal to delete a template that is not stored, or to read its revisions. */
export const notStored = (): RestError =>
  new RestError('rest_invalid_template', 'The template comes from the theme or a plugin, and is not stored.', 400)
