import type { SiteContext } from '../context/index.js'

/** The URL of the collection of a post type or taxonomy. */
export const collectionUrl = (
  { apiUrl }: Pick<SiteContext, 'apiUrl'>,
  { restNamespace, restBase }: { readonly restNamespace: string; readonly restBase: string },
): string => `${apiUrl}/${restNamespace}/${restBase}`
