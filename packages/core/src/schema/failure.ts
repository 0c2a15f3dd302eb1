import { RestError } from '../rest-error.js'

/**
 * Why a value does not match. Alternatives fail all the time, so a failure is plain data: the words are put together
 * and the error (with its costly stack) is made only for the one failure that is told.
 */
export interface Failure {
  readonly code: string
  /** The reason, given the full name of what failed and how many reasons it is a part of. */
  readonly tell: (name: string, depth: number) => string
  /** Undefined, or giving undefined, when the error has no data. */
  readonly data: ((name: string) => Record<string, unknown> | undefined) | undefined
  /** What failed is this member or item of the checked value; undefined for the value itself. */
  readonly key: string | number | undefined
  /** The failure as seen from the member. */
  readonly inner: Failure | undefined
}

const wrongType = 'rest_invalid_type'

/** How many reasons one reason may quote, each within the other: names grow with every level of a value. */
export const MAX_REASONS = 4

export function failure(code: string, tell: Failure['tell'], data?: Failure['data']): Failure {
  return { code, tell, data, key: undefined, inner: undefined }
}

export function typeFailure(types: string): Failure {
  return failure(
    wrongType,
    name => `${name} does not belong to the type ${types}.`,
    name => ({ param: name }),
  )
}

/** The failure of a member, seen from what holds it. */
export function failureIn(key: string | number, inner: Failure): Failure {
  return { code: inner.code, tell: inner.tell, data: inner.data, key, inner }
}

/** Whether the value itself, rather than something in it, is of another type. */
export function isOfOtherType(failed: Failure): boolean {
  return failed.code === wrongType && failed.inner === undefined
}

export function reasonOf(failed: Failure, name: string, depth = 0): string {
  return failed.tell(fullName(failed, name), depth)
}

export function toRestError(failed: Failure, name: string): RestError {
  const data = failed.data?.(fullName(failed, name))
  return new RestError(failed.code, reasonOf(failed, name), null, data ? { data } : {})
}

/** `tags` for the value itself, `tags[terms][0]` for what failed in it. */
function fullName({ key, inner }: Failure, name: string): string {
  return inner ? fullName(inner, `${name}[${key}]`) : name
}
