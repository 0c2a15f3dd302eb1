import { checks } from '@platen/core'
import { siteOption } from '../../kernel/context/index.js'
/** Options of the site health tests and of `/directory-sizes`. */
export interface SiteHealthOptions {
  /** The folder of the installed service, whose size is shown; 0 bytes by default. */
  readonly folder?: string | undefined
  /** The URL of a server that updates come from, which a test requests; none by default. */
  readonly updateServer?: string | undefined
}

/** The options of `createSite` that belong to this subject. */
export interface SiteHealthConfig {
  readonly siteHealth?: SiteHealthOptions | undefined
}

const { shaped, text, url } = checks

/** The option `siteHealth` of `createSite`. */
export const siteHealthOption = siteOption<SiteHealthOptions>(
  'siteHealth',
  shaped<SiteHealthOptions>({ folder: text, updateServer: url }),
)
