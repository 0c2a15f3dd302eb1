import type { OptionCheck } from '@platen/core'

/** An option of `createSite` that a feature reads. Created by `siteOption`. */
export interface SiteOption<T = unknown> {
  readonly name: string
  readonly check: OptionCheck
  /** The value of a site; `undefined` if it was not given. */
  of(site: { readonly config: object }): T | undefined
}

/**
 * Declares an option of `createSite`. A site whose features list it in `options` checks the value before anything is
 * created.
 */
export const siteOption = <T>(name: string, check: OptionCheck): SiteOption<T> =>
  Object.freeze<SiteOption<T>>({
    name,
    check,
    // The check has accepted it.
    of: ({ config }) => (config as Readonly<Record<string, unknown>>)[name] as T | undefined,
  })
