import type { PermissionResult, Principal } from '@platen/core'
import { refusal } from '../../../kernel/refusals/index.js'

const allOf =
  (capabilities: readonly string[], code: string, message: string) =>
  (principal: Principal): PermissionResult =>
    capabilities.every(each => principal.can(each)) || refusal({ principal }, code, message)

export const mayListPlugins = allOf(
  ['activate_plugins'],
  'rest_cannot_view_plugins',
  'You are not allowed to list the plugins.',
)

export const mayReadPlugin = allOf(
  ['activate_plugins'],
  'rest_cannot_view_plugin',
  'You are not allowed to view this plugin.',
)

export const mayManagePlugins = allOf(
  ['activate_plugins'],
  'rest_cannot_manage_plugins',
  'You are not allowed to manage plugins.',
)

export const mayDeletePlugins = allOf(
  ['activate_plugins', 'delete_plugins'],
  'rest_cannot_manage_plugins',
  'You are not allowed to delete plugins.',
)

export const mayInstallPlugins = allOf(
  ['install_plugins'],
  'rest_cannot_install_plugin',
  'You are not allowed to install plugins.',
)

export const mayActivateInstalled = allOf(
  ['activate_plugins'],
  'rest_cannot_activate_plugin',
  'You are not allowed to activate plugins.',
)

/** Whether the caller may replace the code of a plugin that is installed. */
export const mayUpdatePlugins = allOf(
  ['update_plugins'],
  'rest_cannot_manage_plugins',
  'You are not allowed to update plugins.',
)
