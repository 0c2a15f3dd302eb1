import { createHash } from 'node:crypto'
import { type HandlerRequest, RestError } from '@platen/core'
import { lastSegment } from '../../media/file-names.js'
import type { SiteContext } from '../../site-context.js'
import { fileNameIn } from './content-disposition.js'
import { fetchUpload } from './upload-from-address.js'
import { type UploadWay, uploadRefusal } from './upload-refusal.js'

/** A file as it came: nothing of it is checked. */
export interface Upload {
  readonly way: UploadWay
  /** The name that the client gave, without folders. */
  readonly name: string
  readonly bytes: Uint8Array
}

const invalid = (code: string, message: string) => new RestError(`rest_upload_${code}`, message, 400)

/** Finds the file that a request brings: by its address, in a form's field `file`, or as the body itself. */
export async function readUpload(site: SiteContext, request: HandlerRequest): Promise<Upload> {
  const { url } = request.params
  if (typeof url === 'string' && url !== '') return fetchUpload(site, url, request.signal)
  const upload = request.files.length > 0 ? fromForm(site, request) : fromBody(request)
  checkHash(upload.bytes, request.headers['content-md5'])
  return upload
}

function fromForm(site: SiteContext, { files }: HandlerRequest): Upload {
  const file = files.find(each => each.field === 'file')
  if (file === undefined) throw uploadRefusal(site, 'form', 'The form has no file in its field "file".')
  if (file.bytes.length === 0) throw uploadRefusal(site, 'form', 'The file is empty.')
  return { way: 'form', name: lastSegment(file.name), bytes: file.bytes }
}

function fromBody({ body, headers }: HandlerRequest): Upload {
  const bytes = bytesOf(body)
  if (bytes.length === 0) throw invalid('no_data', 'There is no file in the request.')
  if ((headers['content-type'] ?? '') === '' && body?.kind !== 'json')
    throw invalid('no_content_type', 'The file needs a Content-Type.')
  const disposition = headers['content-disposition']
  if (disposition === undefined || disposition === '')
    throw invalid('no_content_disposition', 'The file needs a Content-Disposition with its name.')
  const name = fileNameIn(disposition)
  if (name === undefined)
    throw invalid(
      'invalid_disposition',
      'The Content-Disposition has no name in the form attachment; filename="photo.jpg".',
    )
  return { way: 'body', name: lastSegment(name), bytes }
}

function bytesOf(body: HandlerRequest['body']): Uint8Array {
  if (body?.kind === 'bytes') return body.bytes
  if (body?.kind === 'text') return new TextEncoder().encode(body.text)
  return body?.kind === 'json' ? new TextEncoder().encode(JSON.stringify(body.value) ?? '') : new Uint8Array()
}

/** Clients may send the MD5 sum of the file, in hexadecimal digits, to be sure that it came whole. */
function checkHash(bytes: Uint8Array, expected: string | undefined): void {
  if (expected === undefined || expected === '') return
  if (createHash('md5').update(bytes).digest('hex') !== expected.trim().toLowerCase()) {
    throw new RestError('rest_upload_hash_mismatch', 'The file is not the one that the Content-MD5 was made of.', 412)
  }
}
