import { RestError } from '../rest-error.js'

/**
 * Why a value is invalid. Alternatives fail all the time, so a failure is plain data: the message and the error, whose
 * stack is expensive, are created only for the failure that is reported.
 */
export interface Failure {
  readonly code: string
  /** Creates the message from the full name of the invalid value; `depth` is the number of messages that quote it. */
  readonly message: (name: string, depth: number) => string
  /** Creates the `data` of the error, if it has any. */
  readonly data: ((name: string) => Record<string, unknown> | undefined) | undefined
  /** The member or item that is invalid; undefined for the checked value itself. */
  readonly key: string | number | undefined
  /** The failure of that member or item. */
  readonly inner: Failure | undefined
}

const wrongType = 'rest_invalid_type'

/** How deep messages quote each other: names grow with every level of a value. */
export const MAX_QUOTED_MESSAGES = 4

export function failure(code: string, message: Failure['message'], data?: Failure['data']): Failure {
  return { code, message, data, key: undefined, inner: undefined }
}

export function typeFailure(types: string): Failure {
  return failure(
    wrongType,
    name => `${name} does not belong to the type ${types}.`,
    name => ({ param: name }),
  )
}

/** The failure of a value whose member or item is invalid. */
export function failureIn(key: string | number, inner: Failure): Failure {
  return { code: inner.code, message: inner.message, data: inner.data, key, inner }
}

/** Whether the value itself, not one of its members, has the wrong type. */
export function isOfOtherType(failed: Failure): boolean {
  return failed.code === wrongType && failed.inner === undefined
}

export function messageOf(failed: Failure, name: string, depth = 0): string {
  return failed.message(fullName(failed, name), depth)
}

export function toRestError(failed: Failure, name: string): RestError {
  const data = failed.data?.(fullName(failed, name))
  return new RestError(failed.code, messageOf(failed, name), null, data ? { data } : {})
}

/** `tags` for the value itself, `tags[terms][0]` for an invalid value within it. */
function fullName({ key, inner }: Failure, name: string): string {
  return inner ? fullName(inner, `${name}[${key}]`) : name
}
