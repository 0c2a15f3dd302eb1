import { isUuid, RestError } from '@platen/core'
import type { Fields } from './form.js'
import { type ConsoleMessages, fill } from './messages.js'
import { parseReturnUrl } from './return-url.js'

/** The request of an application for approval (specification section 5.8). Missing texts are empty. */
export interface ApprovalRequest {
  readonly appName: string
  readonly appId: string
  /** The scopes that the application suggests, between spaces. */
  readonly scopes: string
  readonly success: URL | undefined
  readonly reject: URL | undefined
  /** Identifies the request: every parameter as it was sent. */
  readonly id: string
}

const MAX_NAME_LENGTH = 500

/** Parses the parameters of the approval page. Throws a 400 `rest_invalid_param` that users understand. */
export function parseApproval(query: Fields, messages: ConsoleMessages): ApprovalRequest {
  const { app_name: appName = '', app_id: appId = '', success_url: success = '', reject_url: reject = '' } = query
  const { scopes = '' } = query
  const invalid = (message: keyof ConsoleMessages, name: string) =>
    new RestError('rest_invalid_param', fill(messages[message], { name }), 400)
  const urlOf = (name: string, given: string): URL | undefined => {
    if (given === '') return undefined
    const url = parseReturnUrl(given)
    if (url === 'invalid') throw invalid('invalidReturnUrl', name)
    if (url === 'scheme') throw invalid('insecureReturnUrl', name)
    return url
  }
  if (appName.length > MAX_NAME_LENGTH) throw invalid('longAppName', 'app_name')
  if (appId !== '' && !isUuid(appId)) throw invalid('invalidAppId', 'app_id')
  return {
    appName,
    appId,
    scopes,
    success: urlOf('success_url', success),
    reject: urlOf('reject_url', reject),
    id: JSON.stringify([appName, appId, success, reject, scopes]),
  }
}
