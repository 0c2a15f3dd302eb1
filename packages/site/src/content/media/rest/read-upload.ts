import {
  bodyChunks,
  type HandlerRequest,
  type IncomingFile,
  type ReceivedFile,
  type RequestBody,
  RestError,
} from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import { lastSegment } from '../files/file-names.js'
import { mediaSettings } from '../files/media-settings.js'
import { fileTooLarge, type ReceivedUpload, receiveFile } from '../files/receive-file.js'
import { fetchUpload } from '../operations/upload-from-url.js'
import { type Upload, uploadRefusal } from '../rules/upload-refusal.js'

/** The form field of the file. */
const FIELD = 'file'

/** A file of a form, received before the arguments are validated. */
interface FormUpload extends ReceivedUpload {
  readonly name: string
}
const isFormUpload = (file: ReceivedFile): file is FormUpload => 'name' in file && 'head' in file

const invalid = (code: string, message: string) => new RestError(`rest_upload_${code}`, message, 400)
const noData = () => invalid('no_data', 'The request contains no file.')
const hasMd5 = ({ headers }: HandlerRequest) => (headers['content-md5'] ?? '') !== ''

/** Represents files of other fields and unused inputs: a form with only these has no file. */
const SKIPPED: ReceivedFile = { discard: async () => {} }

/** Receives the file of a form as a stream; skips files of other fields. */
export async function receiveFormFile(
  site: SiteContext,
  { field, name, chunks }: IncomingFile,
  request: HandlerRequest,
): Promise<ReceivedFile> {
  if (field !== FIELD) return SKIPPED
  const { storage, maxBytes } = site.get(mediaSettings)
  const file = await receiveFile(storage, chunks, { maxBytes, computeMd5: hasMd5(request) })
  const upload: FormUpload = { ...file, name }
  if (name !== '' || file.size > 0) return upload
  // Browsers send an unused file input as an empty file without a name.
  await file.discard()
  return SKIPPED
}

/** Reads the file of a request: by URL, from the form field `file`, or from the body. */
export async function readUpload(site: SiteContext, request: HandlerRequest): Promise<Upload> {
  const { url } = request.params
  if (typeof url === 'string' && url !== '') return fetchUpload(site, url, request.signal)
  const isForm = request.body?.kind === 'multipart' && (request.received.length > 0 || request.files.length > 0)
  const upload = isForm ? fromForm(site, request) : await fromBody(site, request)
  try {
    checkHash(upload.file.md5, request.headers['content-md5'])
    return upload
  } catch (error) {
    await upload.file.discard()
    throw error
  }
}

function fromForm(site: SiteContext, { received }: HandlerRequest): Upload {
  // As for other values of a form, the last one is used.
  const file = received.findLast(isFormUpload)
  if (file === undefined) throw uploadRefusal(site, 'form', 'The form has no file in the field "file".')
  if (file.size === 0) throw uploadRefusal(site, 'form', 'The file is empty.')
  return { way: 'form', name: lastSegment(file.name), file }
}

async function fromBody(site: SiteContext, request: HandlerRequest): Promise<Upload> {
  const { body, headers } = request
  if (isEmpty(body)) throw noData()
  if ((headers['content-type'] ?? '') === '' && body?.kind !== 'json')
    throw invalid('no_content_type', 'The request needs a Content-Type header.')
  const disposition = headers['content-disposition']
  if (disposition === undefined)
    throw invalid('no_content_disposition', 'The request needs a Content-Disposition header with the file name.')
  const name = fileNameIn(disposition)
  if (name === undefined)
    throw invalid(
      'invalid_disposition',
      'The Content-Disposition header needs a file name, such as attachment; filename="photo.jpg".',
    )
  const { storage, maxBytes } = site.get(mediaSettings)
  if (body?.kind === 'stream' && (body.length ?? 0) > maxBytes) throw fileTooLarge(maxBytes)
  const file = await receiveFile(storage, bodyChunks(body), { maxBytes, computeMd5: hasMd5(request) })
  if (file.size > 0) return { way: 'body', name: lastSegment(name), file }
  await file.discard()
  throw noData()
}

function isEmpty(body: RequestBody | undefined): boolean {
  if (body === undefined || body.kind === 'multipart') return true
  if (body.kind === 'bytes') return body.bytes.length === 0
  return body.kind === 'text' && body.text === ''
}

/** Checks the MD5 sum that a client sent, in hexadecimal digits, to detect transmission errors. */
function checkHash(actual: string | undefined, expected: string | undefined): void {
  if (expected === undefined || expected === '') return
  if (actual !== expected.trim().toLowerCase()) {
    throw new RestError('rest_upload_hash_mismatch', 'The Content-MD5 header does not match the file.', 412)
  }
}

const PARAMETER = /;\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;"]*))/g

function decoded(value: string): string | undefined {
  const [, charset = '', text] = /^([^']*)'[^']*'(.*)$/s.exec(value) ?? []
  if (text === undefined || charset.toLowerCase() !== 'utf-8') return undefined
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** The file name in a `Content-Disposition` header (RFC 6266); `undefined` if it has none. */
function fileNameIn(header: string): string | undefined {
  let name: string | undefined
  let extended: string | undefined
  for (const [, parameter = '', quoted, plain = ''] of header.matchAll(PARAMETER)) {
    const value = quoted === undefined ? plain.trim() : quoted.replace(/\\(.)/g, '$1')
    if (parameter.toLowerCase() === 'filename' && value !== '') name = value
    if (parameter.toLowerCase() === 'filename*') extended = decoded(value) ?? extended
  }
  return extended ?? name
}
