import { messageOf, RestError } from '@platen/core'
import type { Dialect } from '../dialects/index.js'

export const pluginNotFound = () => new RestError('rest_plugin_not_found', 'There is no such plugin.', 404)

/** A plugin that fails to start, or whose deactivation makes another one fail. The message names the cause. */
export const activationFailed = (name: string, cause: unknown) =>
  new RestError('rest_plugin_activation_failed', `${name} could not be activated: ${messageOf(cause)}`, 409, { cause })

export const deactivationFailed = (name: string, cause: unknown) =>
  new RestError('rest_plugin_deactivation_failed', `${name} could not be deactivated: ${messageOf(cause)}`, 409, {
    cause,
  })

export const incompatible = (reason: string) => new RestError('rest_plugin_incompatible', reason, 409)

/** Another process changes the plugins at the same time. */
export const changedMeanwhile = () =>
  new RestError('rest_plugins_changed', 'The plugins are being changed elsewhere. Try again.', 409)

/** The source cannot be reached. */
export const sourceFailed = (cause: unknown) =>
  new RestError('plugins_api_failed', 'The source of plugins cannot be reached.', 500, { cause })

/** The site has no source. */
export const noSource = ({ clientErrorStatuses }: Pick<Dialect, 'clientErrorStatuses'>) =>
  new RestError(
    'plugins_api_failed',
    'The site has no source of plugins.',
    clientErrorStatuses['plugins_api_failed'] ?? 404,
  )

/** The source has no such package. */
export const notOffered = (slug: string) =>
  new RestError('plugins_api_failed', `There is no package "${slug}" to install.`, 404)

export const alreadyInstalled = (name: string) =>
  new RestError('folder_exists', `${name} is already installed, in the same or a higher version.`, 409)

export const installationFailed = (slug: string, cause: unknown) =>
  new RestError('rest_plugin_installation_failed', `"${slug}" could not be installed: ${messageOf(cause)}`, 409, {
    cause,
  })

export const deleteActive = () =>
  new RestError('rest_cannot_delete_active_plugin', 'An active plugin cannot be deleted: deactivate it first.', 400)

export const deletionFailed = (cause: unknown) =>
  new RestError('rest_cannot_delete_plugin', `The plugin cannot be deleted: ${messageOf(cause)}`, 409, { cause })
