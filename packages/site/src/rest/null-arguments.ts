import type { Args } from '@platen/core'
import type { SiteContext } from '../site-context.js'

/** The arguments for which null means the empty value: all or none, depending on the dialect. */
export const emptyForNull = (site: SiteContext, args: Args): readonly string[] =>
  site.dialect.emptyForNull ? Object.keys(args) : []
