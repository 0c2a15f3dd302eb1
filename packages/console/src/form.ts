import { type RequestBody, readForm } from '@platen/core'
import { type Html, html } from './html.js'

/** The most bytes of a form. */
const MAX_BYTES = 64 * 1024

/** The text fields of a form or query. */
export type Fields = Readonly<Record<string, string>>

/**
 * The fields with a single text; others are omitted, and null characters are removed, because pages cannot show them.
 */
export function textFields(values: unknown): Record<string, string> {
  const fields: Record<string, string> = Object.create(null)
  if (typeof values !== 'object' || values === null) return fields
  for (const [name, value] of Object.entries(values))
    if (typeof value === 'string') fields[name] = value.replaceAll('\0', '')
  return fields
}

/** Reads a form. Throws a 413 `rest_request_too_large`, a 415 `rest_unsupported_media_type` or a 400 for a broken one. */
export async function readFields(body: RequestBody | undefined, contentType: string | undefined): Promise<Fields> {
  const fields = textFields(await readForm(body, contentType, MAX_BYTES))
  // Browsers send line breaks as CRLF.
  for (const [name, value] of Object.entries(fields)) fields[name] = value.replaceAll('\r\n', '\n')
  return fields
}

/** The kind of a button: the main action, another action, or one that cannot be undone. */
export type ButtonKind = 'primary' | 'secondary' | 'danger'

/** A form with one button, which posts to its own page. `about` tells screen readers what the button applies to. */
export const buttonForm = (
  nonce: string,
  fields: Fields,
  label: string,
  about: string | Html = '',
  kind: ButtonKind = 'primary',
): Html =>
  html`<form method="post">${hidden({ nonce, ...fields })}<button class="${kind}">${label}${about !== '' && html`<span class="hidden"> ${about}</span>`}</button></form>`

/** The target of a public page's form, if the page is shown at a URL outside of the console. */
export const formAction = (prefix: string, page: string): Html | false =>
  prefix !== '' && html` action="${prefix}${page}"`

/** Hidden fields. */
export const hidden = (fields: Fields): readonly Html[] =>
  Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)
