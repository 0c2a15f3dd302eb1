import type { RestError } from '../rest-error.js'

/** The errors of refused arguments, by name. */
export type Refusals = ReadonlyMap<string, RestError>
