import { type PermissionResult, type Principal, RestError } from '@platen/core'
import { refusal } from '../../kernel/refusals/index.js'

/** Whether a principal may see and arrange all widgets. */
export const managesWidgets = (principal: Principal): boolean => principal.can('edit_theme_options')

/** The permission to see and arrange all widgets. */
export const mayManageWidgets = (request: { readonly principal: Principal }): PermissionResult =>
  managesWidgets(request.principal) ||
  refusal(request, 'rest_cannot_manage_widgets', 'You are not allowed to manage widgets.')

export const noSuchWidget = (): RestError => new RestError('rest_widget_not_found', 'The widget does not exist.', 404)

export const noSuchSidebar = (): RestError =>
  new RestError('rest_sidebar_not_found', 'The sidebar does not exist.', 404)

export const noSuchWidgetType = (): RestError =>
  new RestError('rest_widget_type_invalid', 'The widget type does not exist.', 404)

export const invalidWidget = (message: string, status = 400): RestError =>
  new RestError('rest_invalid_widget', message, status)
