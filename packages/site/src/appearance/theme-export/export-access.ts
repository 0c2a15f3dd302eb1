import type { PermissionResult, Principal } from '@platen/core'
import { refusal } from '../../kernel/refusals/index.js'

/** Whether a caller may download the active theme with the changes of users. */
export const mayExportTheme = (principal: Principal): PermissionResult =>
  principal.can('export') ||
  refusal({ principal }, 'rest_cannot_export_templates', 'You are not allowed to export templates and template parts.')
