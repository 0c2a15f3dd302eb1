import type { HandlerRequest } from '../registry/definition.js'
import type { Route } from '../registry/route.js'

/** Throws a `TypeError` that names the route if its handler did not return a reply, which is a bug. */
export function requireReply(reply: unknown, { path }: Route, { method }: Pick<HandlerRequest, 'method'>): void {
  if (typeof reply === 'object' && reply !== null && 'body' in reply) return
  const found = reply === null || typeof reply !== 'object' ? String(reply) : 'an object without a body'
  throw new TypeError(`The handler of ${method} ${path.pattern} returned ${found}; expected a reply: { body: … }`)
}
