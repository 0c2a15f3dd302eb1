import { optionsComplaint } from '@platen/core'
import { parseUrl } from '../parse-options.js'
import { configChecks } from './config-checks.js'
import type { PlatenConfig } from './define-config.js'

/** Returns the first problem of a configuration: an unknown key, or a value of the wrong kind. */
export const configComplaint = (config: unknown): string | undefined =>
  config === null || typeof config !== 'object'
    ? 'the default export is not an object'
    : optionsComplaint<object>(config, configChecks)

/** Whether a module's default export is a configuration. */
export const isConfig = (config: unknown): config is PlatenConfig => configComplaint(config) === undefined

/** A configuration with its URL in the form of the command line, to which paths can be appended. */
export const withPlainUrl = (config: PlatenConfig): PlatenConfig =>
  config.url === undefined ? config : { ...config, url: parseUrl(config.url) }
