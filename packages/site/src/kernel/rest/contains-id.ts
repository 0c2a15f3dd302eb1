import type { HandlerRequest } from '@platen/core'

/**
 * Whether a request that creates a record contains an id, which is not allowed. Clients that send the whole object have
 * an empty id for a new one: null, zero, `false`, an empty text or list.
 */
export function containsId({ params: { id } }: Pick<HandlerRequest, 'params'>): boolean {
  if (id === undefined || id === null || id === false || id === 0 || id === '' || id === '0') return false
  return typeof id !== 'object' || Object.keys(id).length > 0
}
