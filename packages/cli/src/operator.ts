import type { RestResponse } from '@platen/core'
import { type Site, type UserRecord, where } from '@platen/site'
import { CliError } from './cli-error.js'

/** Calls the interface of a site in process. Paths are relative to the site's namespace. */
export type OperatorCall = (
  method: string,
  path: string,
  body?: Readonly<Record<string, unknown>>,
) => Promise<OperatorResponse>

/** The response to a call. */
export interface OperatorResponse {
  readonly body: unknown
  readonly headers: RestResponse['headers']
}

/** Creates the function that calls a site's interface as its operator. An error response becomes a `CliError`. */
export function operatorOf(site: Site): OperatorCall {
  return async (method, path, body) => {
    const response = await site.dispatch({
      method,
      path: `/${site.context.namespace}${path}`,
      ...(body === undefined ? {} : { body: { kind: 'json', value: body } }),
      principal: site.system,
    })
    if (response.status >= 400) throw new CliError(errorText(response.body))
    return { body: response.body, headers: response.headers }
  }
}

/** The message of an error response, with its messages about single parameters. */
function errorText(body: unknown): string {
  const { message, data } = (body ?? {}) as { message?: unknown; data?: { params?: unknown } | null }
  const params = data?.params
  const reasons = params !== null && typeof params === 'object' && !Array.isArray(params) ? Object.values(params) : []
  return [String(message), ...reasons.map(reason => `  ${reason}`)].join('\n')
}

/** The user of a login or an email address; a `CliError` when there is none. */
export async function requireUser(site: Site, name: string): Promise<UserRecord> {
  const { users } = site.context.store
  const user = await users.first({
    where: where.users.or(where.users.equalsText('login', name), where.users.equalsText('email', name)),
  })
  if (!user) throw new CliError(`There is no user "${name}".`)
  return user
}
