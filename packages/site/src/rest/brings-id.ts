import type { HandlerRequest } from '@platen/core'

/**
 * Whether a request that creates something names an id, which it must not. Clients that send the whole object have an
 * empty one for what is new: nothing, zero, `false`, an empty text or list.
 */
export function bringsId({ params: { id } }: Pick<HandlerRequest, 'params'>): boolean {
  if (id === undefined || id === null || id === false || id === 0 || id === '' || id === '0') return false
  return typeof id !== 'object' || Object.keys(id).length > 0
}
