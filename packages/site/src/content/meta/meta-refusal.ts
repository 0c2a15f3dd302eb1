import { invalidParams, nearestWord, RestError } from '@platen/core'
import { DetailedRefusal } from '../../kernel/refusals/index.js'
import type { Dialect } from '../../server/dialects/index.js'

/** The 400 error for the parameter `meta.key`: `rest_invalid_param` or the validator's code, by dialect. */
export function invalidMeta(failed: RestError, param: string, dialect: Pick<Dialect, 'metaAsParameters'>): RestError {
  if (!dialect.metaAsParameters) return new DetailedRefusal(failed.code, failed.message, failed.data)
  return invalidParams(new Map([[param, failed]]))
}

/** The error for a name of meta that is not one of `names`, with the nearest of them: 400 `rest_unknown_meta`. */
export function unknownMeta(owner: string, name: string, names: readonly string[]): RestError {
  const nearest = nearestWord(name, names)
  const hint = nearest === undefined ? '' : `; did you mean "${nearest}"?`
  return new RestError('rest_unknown_meta', `${owner} has no meta key "${name}"${hint}`, 400, { data: { key: name } })
}

/** The error for a meta key that the caller may not change: 403, or 401 for anonymous callers. */
export function forbiddenMeta(key: string, verb: 'update' | 'delete', authenticated: boolean): RestError {
  return new RestError(
    `rest_cannot_${verb}`,
    `You are not allowed to change the custom field "${key}".`,
    authenticated ? 403 : 401,
    { data: { key } },
  )
}

/** The error for clearing a key whose stored value is invalid. Clients read it as `null`; sending that back must not delete it. */
export function misfitMeta(name: string): RestError {
  return new RestError(
    'rest_invalid_stored_value',
    `The stored value of "${name}" does not match its schema and cannot be cleared with null.`,
    500,
  )
}

/** Combines errors into the first one, with the others as its `additional_errors`. */
export function joinRefusals(refusals: readonly RestError[]): RestError | undefined {
  const [first, ...rest] = refusals
  if (first === undefined || rest.length === 0) return first
  if (first instanceof DetailedRefusal) return first.with(rest)
  return new RestError(first.code, first.message, first.status, {
    ...(first.data === undefined ? {} : { data: first.data }),
    additional: rest,
  })
}
