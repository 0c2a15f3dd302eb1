import type { RestResponse } from '@platen/core'
import type { Dialect } from '@platen/site'

/** An answer, whatever brought it. */
export type Answer = Pick<RestResponse, 'status' | 'headers'> & { readonly text: string }

/** Answers of 500 and more that say what they mean: things that a site does not do, and its dialect's repeated mistakes. */
const NOT_DONE: ReadonlySet<string> = new Set(['rest_trash_not_supported', 'rest_users_no_trash_supported'])

/** What is wrong with an answer, if anything. */
export function complaintAbout({ status, headers, text }: Answer, dialect: Dialect): string | undefined {
  if (!Number.isInteger(status) || status < 200 || status > 599) return `a status of ${status}`
  for (const [name, value] of Object.entries(headers))
    if (/[^\t -~]/.test(`${name}${value}`)) return `a header that cannot be sent: ${name}: ${value}`
  const body = bodyOf(text, headers['Content-Type'] ?? headers['content-type'] ?? '')
  if (body === undefined) return `a body that cannot be read: ${text.slice(0, 100)}`
  const code = typeof body === 'object' && body !== null ? (body as { code?: unknown }).code : undefined
  if (status >= 500) {
    const meant = status === 501 ? NOT_DONE.has(String(code)) : dialect.clientErrorStatuses[String(code)] === status
    return meant ? undefined : `${status} ${code}`
  }
  if (status >= 400 && text !== '' && typeof code !== 'string') return `an error without a code: ${text.slice(0, 100)}`
  return undefined
}

/** The value of a body; `undefined` when it is malformed. */
function bodyOf(text: string, type: string): unknown {
  if (text === '') return null
  const json = /javascript/.test(type) ? text.replace(/^\/\*\*\/[\w.]+\(/, '').replace(/\)$/, '') : text
  if (/xml|html/.test(type)) return text
  // An archive begins with the signature of its first file; in process, it is a text in Base64.
  if (type === 'application/zip') return text.startsWith('PK') || text.startsWith('"UEsDB') ? text : undefined
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
