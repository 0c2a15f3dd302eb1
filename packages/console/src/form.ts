import { bodyChunks, parseQuery, type RequestBody, RestError } from '@platen/core'
import { type Html, html } from './html.js'

/** The most bytes of a form. */
const MAX_BYTES = 64 * 1024

/** The text fields of a form or query. */
export type Fields = Readonly<Record<string, string>>

/** The fields with one text each; others are left out, and so are null characters, which no page can show. */
export function textFields(values: unknown): Fields {
  const fields: Record<string, string> = Object.create(null)
  if (typeof values !== 'object' || values === null) return fields
  for (const [name, value] of Object.entries(values))
    if (typeof value === 'string') fields[name] = value.replaceAll('\0', '')
  return fields
}

/** Reads a form. Throws a 413 `rest_request_too_large` or a 415 `rest_unsupported_media_type`. */
export async function readForm(body: RequestBody | undefined, contentType = ''): Promise<Fields> {
  // A parser in front of the console has read the form.
  if (body?.kind === 'json') return textFields(body.value)
  if (!/^application\/x-www-form-urlencoded(?:;|$)/i.test(contentType.trim()))
    throw new RestError('rest_unsupported_media_type', 'Forms are sent as application/x-www-form-urlencoded.', 415)
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const chunk of bodyChunks(body)) {
    size += chunk.length
    if (size > MAX_BYTES)
      throw new RestError('rest_request_too_large', `Forms of up to ${MAX_BYTES} bytes are accepted.`, 413)
    text += decoder.decode(chunk, { stream: true })
  }
  // Browsers send line breaks as CRLF.
  return textFields(parseQuery((text + decoder.decode()).replace(/%0D%0A/gi, '%0A')))
}

/** What a button does: the main thing to do, something else, or what cannot be undone. */
export type ButtonKind = 'primary' | 'secondary' | 'danger'

/** A form with one button, which posts to its own page. `about` says to screen readers what the button is for. */
export const buttonForm = (
  nonce: string,
  fields: Fields,
  label: string,
  about: string | Html = '',
  kind: ButtonKind = 'primary',
): Html =>
  html`<form method="post">${hidden({ nonce, ...fields })}<button class="${kind}">${label}${about !== '' && html`<span class="hidden"> ${about}</span>`}</button></form>`

/** Where the form of a page for everyone leads to, if the page is shown at a URL outside of the console. */
export const formAction = (prefix: string, page: string): Html | false =>
  prefix !== '' && html` action="${prefix}${page}"`

/** Fields that nobody sees. */
export const hidden = (fields: Fields): readonly Html[] =>
  Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)
