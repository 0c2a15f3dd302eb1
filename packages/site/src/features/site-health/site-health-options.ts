/** Options of the site health tests and of `/directory-sizes`. */
export interface SiteHealthOptions {
  /** The folder of the installed service, whose size is shown; 0 bytes by default. */
  readonly folder?: string | undefined
  /** The URL of a server that updates come from, which a test requests; none by default. */
  readonly updateServer?: string | undefined
}
