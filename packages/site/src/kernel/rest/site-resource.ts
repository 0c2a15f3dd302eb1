import { defineResource, type FieldShapes, type ResourceDefinition } from '@platen/core'
import type { SiteContext } from '../context/index.js'
import { withExtraFields } from './extra-fields.js'

/**
 * Defines a resource of a site: with the fields that were registered for `resource`, in the site's dialect. Throws what
 * `withExtraFields` and `defineResource` throw.
 */
export const siteResource = <R, V, N extends string, D, F extends FieldShapes = FieldShapes>(
  site: SiteContext,
  resource: string,
  definition: ResourceDefinition<R, V, N, D, F>,
) => defineResource(withExtraFields(site, resource, definition), site.names, site.compile)
