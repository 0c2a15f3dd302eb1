import { bodyChunks, collect } from './dispatch/body-chunks.js'
import { bodyTooLarge, unsupportedMediaType } from './dispatch/body-limits.js'
import { parsePairs, parseQuery } from './params/parse-query.js'
import type { RequestBody } from './request.js'

const noFiles = () => unsupportedMediaType('The form does not accept files.')

const collectForm = (body: RequestBody | undefined, maxBytes: number) =>
  collect(bodyChunks(body), maxBytes, undefined, undefined, body?.kind === 'stream' ? body.hold : undefined)

/**
 * Reads the fields of a form that a page receives: URL-encoded or `multipart/form-data`, of up to `maxBytes` bytes, without
 * files. Names with brackets are lists and maps, as in a query. Throws a `RestError`: 413 `rest_request_too_large`, 415
 * `rest_unsupported_media_type` for other bodies and for files, 400 `rest_invalid_multipart`.
 */
export async function readForm(
  body: RequestBody | undefined,
  contentType: string | undefined,
  maxBytes: number,
): Promise<Readonly<Record<string, unknown>>> {
  // A parser in front of the application has read these.
  if (body?.kind === 'json') return typeof body.value === 'object' ? { ...body.value } : {}
  if (body?.kind === 'multipart') {
    if (body.form.files.length > 0) throw noFiles()
    return parsePairs(body.form.fields)
  }
  const [type = ''] = (contentType ?? '').split(';', 1)
  const checkLength = () => {
    if (body?.kind === 'stream' && (body.length ?? 0) > maxBytes) throw bodyTooLarge(maxBytes)
  }
  switch (type.trim().toLowerCase()) {
    case 'application/x-www-form-urlencoded':
      checkLength()
      return parseQuery(new TextDecoder().decode(await collectForm(body, maxBytes)).trim())
    case 'multipart/form-data':
      if (body?.kind !== 'stream' || body.readForm === undefined) break
      checkLength()
      return parsePairs(
        await body.readForm({ maxBytes, maxFieldBytes: maxBytes }, async () => {
          throw noFiles()
        }),
      )
  }
  throw unsupportedMediaType('Send the form as application/x-www-form-urlencoded or multipart/form-data.')
}
