/** Options of the site health tests and of `/directory-sizes`. */
export interface SiteHealthOptions {
  /** The folder of the installed service, whose size is shown; 0 bytes by default. */
  readonly folder?: string | undefined
  /** The URL that the test of update servers requests: that of the npm registry by default. */
  readonly updateServer?: string | undefined
}
