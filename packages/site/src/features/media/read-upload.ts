import {
  bodyChunks,
  type HandlerRequest,
  type IncomingFile,
  type ReceivedFile,
  type RequestBody,
  RestError,
} from '@platen/core'
import { lastSegment } from '../../media/file-names.js'
import { mediaSettings } from '../../media/media-settings.js'
import { fileTooLarge, type ReceivedUpload, receiveFile } from '../../media/receive-file.js'
import type { SiteContext } from '../../site-context.js'
import { fileNameIn } from './content-disposition.js'
import { fetchUpload } from './upload-from-url.js'
import { type Upload, uploadRefusal } from './upload-refusal.js'

/** The field of a form that holds the file. */
const FIELD = 'file'

/** A file of a form, received before the request is checked. */
interface FormUpload extends ReceivedUpload {
  readonly name: string
}
const isFormUpload = (file: ReceivedFile): file is FormUpload => 'name' in file && 'head' in file

const invalid = (code: string, message: string) => new RestError(`rest_upload_${code}`, message, 400)
const noData = () => invalid('no_data', 'There is no file in the request.')
const computeMd5 = ({ headers }: HandlerRequest) => (headers['content-md5'] ?? '') !== ''

/** Receives the file of a form while the form arrives; files of other fields are skipped. */
export async function receiveFormFile(
  site: SiteContext,
  { field, name, chunks }: IncomingFile,
  request: HandlerRequest,
): Promise<ReceivedFile | undefined> {
  if (field !== FIELD) return undefined
  const { storage, maxBytes } = site.get(mediaSettings)
  const file = await receiveFile(storage, chunks, { maxBytes, computeMd5: computeMd5(request) })
  const upload: FormUpload = { ...file, name }
  if (name !== '' || file.size > 0) return upload
  // Browsers send a file input that was left alone as a nameless, empty file.
  await file.discard()
  return undefined
}

/** Finds the file that a request brings: by its address, in a form's field `file`, or as the body itself. */
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
  const file = received.find(isFormUpload)
  if (file === undefined) throw uploadRefusal(site, 'form', 'The form has no file in its field "file".')
  if (file.size === 0) throw uploadRefusal(site, 'form', 'The file is empty.')
  return { way: 'form', name: lastSegment(file.name), file }
}

async function fromBody(site: SiteContext, request: HandlerRequest): Promise<Upload> {
  const { body, headers } = request
  if (isEmpty(body)) throw noData()
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
  const { storage, maxBytes } = site.get(mediaSettings)
  if (body?.kind === 'stream' && (body.length ?? 0) > maxBytes) throw fileTooLarge(maxBytes)
  const file = await receiveFile(storage, bodyChunks(body), { maxBytes, computeMd5: computeMd5(request) })
  if (file.size > 0) return { way: 'body', name: lastSegment(name), file }
  await file.discard()
  throw noData()
}

function isEmpty(body: RequestBody | undefined): boolean {
  if (body === undefined || body.kind === 'multipart') return true
  if (body.kind === 'bytes') return body.bytes.length === 0
  return body.kind === 'text' && body.text === ''
}

/** Clients may send the MD5 sum of the file, in hexadecimal digits, to be sure that it came whole. */
function checkHash(actual: string | undefined, expected: string | undefined): void {
  if (expected === undefined || expected === '') return
  if (actual !== expected.trim().toLowerCase()) {
    throw new RestError('rest_upload_hash_mismatch', 'The file is not the one that the Content-MD5 was made of.', 412)
  }
}
