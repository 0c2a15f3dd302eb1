import { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import { type MultipartForm, RestError } from '@platen/core'
import type { HttpOptions } from './options.js'

/** Takes the pieces of a multipart form apart. A broken one is a 400 `rest_invalid_multipart`, one of too many parts a 413. */
export function readMultipart(pieces: Uint8Array[], type: string, options: HttpOptions): Promise<MultipartForm> {
  const fields: [name: string, value: string][] = []
  const files: { field: string; name: string; type: string; chunks: Uint8Array[] }[] = []
  return new Promise<MultipartForm>((resolve, reject) => {
    const { maxFields = 1000, maxFiles = 20 } = options
    const limits = { fields: maxFields, files: maxFiles, parts: maxFields + maxFiles, fieldSize: Infinity }
    const isPartAFile = (_field?: string, _type?: string, file?: string) => file !== undefined
    const parser = new Busboy({ headers: { 'content-type': type }, limits, isPartAFile })
    // Piece by piece, so that a flood of parts is left as soon as it shows.
    const tooMany = () => parser.destroy(new RestError('rest_request_too_large', 'The form has too many parts.', 413))
    parser.on('fieldsLimit', tooMany).on('filesLimit', tooMany).on('partsLimit', tooMany).on('error', reject)
    parser.on('field', (name, value) => fields.push([name, value]))
    parser.on('file', (field, stream, name, _encoding, type) => {
      const chunks: Uint8Array[] = []
      files.push({ field, name, type, chunks })
      stream.on('data', (chunk: Uint8Array) => chunks.push(chunk)).on('error', reject)
    })
    parser.on('finish', () => {
      const names: unknown[] = [...fields.map(([name]) => name), ...files.map(file => file.field)]
      if (names.includes(undefined)) reject(new Error('A part has no name.'))
      const sent = files.map(({ chunks, ...file }) => ({ ...file, bytes: Buffer.concat(chunks) }))
      // Browsers send a file input that was left alone as a nameless, empty file.
      resolve({ fields, files: sent.filter(file => file.name !== '' || file.bytes.length > 0) })
    })
    Readable.from(pieces).pipe(parser)
  }).catch(cause => {
    throw cause instanceof RestError ? cause : new RestError('rest_invalid_multipart', 'Broken form.', 400, { cause })
  })
}
