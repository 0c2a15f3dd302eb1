import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import { type FormLimits, type IncomingFile, type MultipartForm, RestError, standardLineEnds } from '@platen/core'

/** The limits of a form: its size and the number of its parts. */
export interface MultipartLimits extends FormLimits {
  readonly maxFields: number
  readonly maxFiles: number
  /** See `StreamBody.hold`. */
  readonly hold?: ((bytes: number) => void) | undefined
}

const brokenForm = (cause: unknown) => new RestError('rest_invalid_multipart', 'The form is malformed.', 400, { cause })
const tooLarge = (what: string) => new RestError('rest_request_too_large', what, 413)

/**
 * Parses a multipart form as it arrives: passes files to `take` one by one and resolves with the text fields. A
 * malformed form is a 400 `rest_invalid_multipart`, one over a limit a 413 `rest_request_too_large`.
 */
export async function readMultipart(
  chunks: AsyncIterable<Uint8Array>,
  type: string,
  limits: MultipartLimits,
  take: (file: IncomingFile) => Promise<void>,
): Promise<MultipartForm['fields']> {
  const { maxBytes, maxFieldBytes, maxFields, maxFiles, hold } = limits
  const fields: [name: string, value: string][] = []
  const open = new Set<Readable>()
  const parser = newParser(type, limits)
  let failure: { readonly error: unknown } | undefined
  let taking = Promise.resolve()
  let wake = () => {}
  const fail = (error: unknown) => {
    failure ??= { error }
    for (const file of open) file.destroy(error instanceof Error ? error : undefined)
    wake()
  }
  const nameless = () => fail(brokenForm(new Error('A part has no name.')))
  const tooMany = () => fail(tooLarge(`Forms of up to ${maxFields} fields and ${maxFiles} files are accepted.`))
  let fieldBytes = 0
  parser.on('error', (error: unknown) => fail(brokenForm(error)))
  parser.on('fieldsLimit', tooMany).on('filesLimit', tooMany).on('partsLimit', tooMany)
  parser.on('field', (name: string | undefined, value: string) => {
    if (name === undefined) return nameless()
    fieldBytes += name.length + value.length
    if (fieldBytes > maxFieldBytes) return fail(tooLarge(`Fields of up to ${maxFieldBytes} bytes are accepted.`))
    // What is thrown here, `parser.write` throws.
    hold?.(name.length + value.length)
    fields.push([name, value])
  })
  parser.on('file', (field: string | undefined, file: Readable, name: string, _encoding: string, type: string) => {
    open.add(file)
    // The reader of the file receives its errors. Without a reader, they can be ignored.
    file.on('error', () => {}).on('close', () => open.delete(file))
    if (field === undefined) nameless()
    if (failure !== undefined) return void file.destroy()
    taking = taking
      .then(() =>
        failure === undefined ? take({ field: field as string, name, type, chunks: bytesOf(file) }) : undefined,
      )
      .then(() => void file.resume())
      .catch(fail)
  })
  try {
    let size = 0
    for await (const chunk of standardLineEnds(chunks, type)) {
      size += chunk.length
      if (size > maxBytes) throw tooLarge(`Forms of up to ${maxBytes} bytes are accepted.`)
      if (!parser.write(chunk) && failure === undefined) {
        await new Promise<void>(resolve => {
          wake = resolve
          parser.once('drain', resolve)
        })
      }
      if (failure !== undefined) break
    }
    if (failure === undefined) {
      const finished = new Promise<void>(resolve => {
        wake = resolve
      })
      parser.end()
      await Promise.race([once(parser, 'finish'), finished])
    }
  } catch (error) {
    fail(error)
  }
  await taking
  if (failure === undefined) return fields
  parser.destroy()
  throw failure.error
}

async function* bytesOf(file: Readable): AsyncGenerator<Uint8Array> {
  try {
    // The unread rest of a file is skipped: destroying the stream would stop the parser.
    yield* file.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>
  } catch (cause) {
    throw cause instanceof RestError ? cause : brokenForm(cause)
  }
}

function newParser(type: string, { maxFieldBytes, maxFields, maxFiles }: MultipartLimits): InstanceType<typeof Busboy> {
  const limits = { fields: maxFields, files: maxFiles, parts: maxFields + maxFiles, fieldSize: maxFieldBytes + 1 }
  const isPartAFile = (_field?: string, _type?: string, file?: string) => file !== undefined
  try {
    return new Busboy({ headers: { 'content-type': type }, limits, isPartAFile })
  } catch (error) {
    throw brokenForm(error)
  }
}
