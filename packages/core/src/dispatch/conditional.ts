import type { ConditionalState } from '../registry/conditional-state.js'
import { RestError } from '../rest-error.js'
import type { EncodedText } from './encode-text.js'

type RequestHeaders = Readonly<Record<string, string | undefined>>

/**
 * The entity tag of a response: the version of its resource, if there is one, and a hash of its text. Changes compare
 * only the version, so that `If-Match` accepts the tag of any view.
 */
export function entityTag({ hash }: EncodedText, state: ConditionalState | undefined): string {
  return state === undefined ? `"${hash}"` : `"v${state.version}-${hash}"`
}

/** The entity tag that any view of a version begins with, which changes accept as well. */
export const versionTag = ({ version }: ConditionalState): string => `"v${version}-"`

const tagsOf = (header: string) => header.split(',').map(tag => tag.trim().replace(/^W\//, ''))
const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000)

/** Whether the client's copy is current, so that the response is a 304 (RFC 9110, sections 13.1.2 and 13.1.3). */
export function isNotModified(headers: RequestHeaders, tag: string, modified: number | undefined): boolean {
  const noneMatch = headers['if-none-match']
  if (noneMatch !== undefined) return noneMatch.trim() === '*' || tagsOf(noneMatch).includes(tag)
  const since = headers['if-modified-since']
  if (since === undefined || modified === undefined) return false
  const time = Date.parse(since)
  return !Number.isNaN(time) && seconds(modified) <= seconds(time)
}

/** Whether a request has preconditions for a change. */
export const isConditional = (headers: RequestHeaders): boolean =>
  headers['if-match'] !== undefined || headers['if-unmodified-since'] !== undefined

/**
 * Returns the 412 error of a change that is not based on the current state (RFC 9110, sections 13.1.1 and 13.1.4). `state`
 * is undefined when the resource does not exist or has no versions; `tag` is the tag of its view in the latter case.
 */
export function checkConditions(
  headers: RequestHeaders,
  state: ConditionalState | undefined,
  tag: string | undefined,
): RestError | undefined {
  const match = headers['if-match']
  if (match !== undefined) {
    const exists = state !== undefined || tag !== undefined
    if (match.trim() === '*') return exists ? undefined : preconditionFailed()
    const holds = tagsOf(match).some(given =>
      state === undefined ? given === tag : given.startsWith(`"v${state.version}-`),
    )
    return holds ? undefined : preconditionFailed()
  }
  const since = headers['if-unmodified-since']
  const time = since === undefined ? Number.NaN : Date.parse(since)
  if (Number.isNaN(time) || state?.modified === undefined) return undefined
  return seconds(state.modified) <= seconds(time) ? undefined : preconditionFailed()
}

/** The error of a change that is based on an older version. */
export function preconditionFailed(): RestError {
  return new RestError(
    'rest_precondition_failed',
    'The resource has changed since the version that this request is based on.',
    412,
  )
}
