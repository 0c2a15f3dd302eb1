const CONTEXTS: ReadonlySet<unknown> = new Set([undefined, '', 'view', 'edit', 'embed'])

/**
 * Whether fields show in a context. It is not an argument of the routes of styles, which are read with any value: no field
 * shows in a context that does not exist.
 */
export const isContext = (given: unknown): boolean => CONTEXTS.has(given)
