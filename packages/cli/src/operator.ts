import { type Site, type UserRecord, usersIn, whereUsers } from '@platen/site'
import { CliError } from './cli-error.js'

/** Calls the interface of a site in process; paths are relative to the site's namespace. Resolves with the body. */
export type OperatorCall = <T>(method: string, path: string, body?: object) => Promise<T>

/** Creates the function that calls a site's interface with all capabilities. An error response becomes a `CliError`. */
export const operatorOf =
  (site: Site): OperatorCall =>
  async <T>(method: string, path: string, body?: object) => {
    const response = await site.call<T>(method, `/${site.context.namespace}${path}`, body, { as: site.system })
    if (!response.ok) throw new CliError(errorText(response.body))
    return response.body
  }

/** The message of an error response, with its messages about single parameters. */
function errorText(body: unknown): string {
  const { message, data } = (body ?? {}) as { message?: unknown; data?: { params?: unknown } | null }
  const params = data?.params
  const reasons = params !== null && typeof params === 'object' && !Array.isArray(params) ? Object.values(params) : []
  return [String(message), ...reasons.filter(reason => reason !== message).map(reason => `  ${reason}`)].join('\n')
}

/** The user with a login or an email address; a `CliError` if there is none. */
export async function requireUser(site: Site, name: string): Promise<UserRecord> {
  const user = await usersIn(site.context.store).first({
    where: whereUsers.or(whereUsers.equalsText('login', name), whereUsers.equalsText('email', name)),
  })
  if (!user) throw new CliError(`There is no user "${name}".`)
  return user
}
