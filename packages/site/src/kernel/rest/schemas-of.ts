import type { Resource, RouteDefinition } from '@platen/core'

/** The schemas of a resource, for the definition of a route; OPTIONS describes the route unless `described` is false. */
export const schemasOf = (
  resource: Pick<Resource<never>, 'schema' | 'responseSchema'>,
  described = true,
): Required<Pick<RouteDefinition, 'schema' | 'responseSchema'>> => ({
  schema: described ? () => resource.schema : undefined,
  responseSchema: () => resource.responseSchema,
})
