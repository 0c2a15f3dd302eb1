import { checks } from '@platen/core'
import { siteOption } from '../../kernel/context/index.js'
/** The option `abilities` of `createSite`. */
export interface AbilityConfig {
  /**
   * Whether there are abilities to list, read, create, update and trash the posts of each type that REST shows, such as
   * `content/create-post`. They call the routes of the type with the permissions of the caller. Off by default.
   */
  readonly content?: boolean | undefined
}

/** The options of `createSite` that belong to this subject. */
export interface AbilitiesConfig {
  /** Abilities besides the core ones and registered ones. */
  readonly abilities?: AbilityConfig | undefined
  /** The environment of the site; `production` by default. Agents and diagnostics read it. */
  readonly environment?: 'production' | 'staging' | 'development' | 'local' | undefined
}

const { flag, oneOf, shaped } = checks

/** The option `abilities` of `createSite`. */
export const abilitiesOption = siteOption<AbilityConfig>('abilities', shaped<AbilityConfig>({ content: flag }))
/** The option `environment` of `createSite`. */
export const environmentOption = siteOption<NonNullable<AbilitiesConfig['environment']>>(
  'environment',
  oneOf(['production', 'staging', 'development', 'local']),
)
