import { type ErrorBody, type Method, RestError } from '@platen/core'
import type { AbilityScope } from '../ability.js'

const errorOf = ({ code, message, data, additional_errors: further = [] }: ErrorBody, status: number): RestError => {
  const { status: _, ...rest } = data ?? {}
  return new RestError(code, message, status, {
    data: rest,
    dataless: data === null,
    additional: further.map(error => errorOf(error, status)),
  })
}

/** Calls a route as the caller of an ability, and returns the body of the response. Throws the error of the route. */
export async function callRoute(
  scope: AbilityScope,
  method: Method,
  path: string,
  input: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const sent = method === 'POST' ? { body: { kind: 'json' as const, value: input } } : { query: input }
  const { status, body } = await scope.dispatch({ method, path, ...sent })
  if (status >= 400) throw errorOf(body as ErrorBody, status)
  return body
}
