import type { Args } from '@platen/core'
import type { SiteContext } from '../site-context.js'

/** Of the arguments that set a resource's fields, those for which null stands for an empty value: the dialect decides. */
export const emptyForNull = (site: SiteContext, args: Args): readonly string[] =>
  site.dialect.emptyForNull ? Object.keys(args) : []
