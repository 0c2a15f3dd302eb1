import { boundaryOf } from './form-line-ends.js'

/**
 * Finds a text field in the first bytes of a multipart form; of several with the same name, the last one. Returns
 * `undefined` unless the field ends within these bytes. `type` is the request's `Content-Type`; lines must end in CRLF.
 * Authenticators use it, because a form is only read once its caller is identified.
 */
export function peekFormField(beginning: Uint8Array, type: string, name: string): string | undefined {
  const boundary = boundaryOf(type)
  if (boundary === undefined) return undefined
  const text = `\r\n${new TextDecoder().decode(beginning)}`
  if (!text.includes(name)) return undefined
  // What comes before the first delimiter is not a part, and the last part may be cut off.
  const parts = text.split(`\r\n--${boundary}`).slice(1, -1)
  for (const part of parts.reverse()) {
    const end = part.indexOf('\r\n\r\n')
    if (
      end >= 0 &&
      part
        .slice(0, end)
        .split('\r\n')
        .some(line => isFieldNamed(name, line))
    )
      return part.slice(end + 4)
  }
  return undefined
}

/** Whether a header line of a part declares the text field with this name; files have more parameters. */
function isFieldNamed(name: string, line: string): boolean {
  const [header = '', disposition = '', ...parameters] = line.split(/[:;]/, 4).map(piece => piece.trim())
  if (header.toLowerCase() !== 'content-disposition' || disposition.toLowerCase() !== 'form-data') return false
  const [parameter = '', ...files] = parameters
  return files.length === 0 && (parameter === `name="${name}"` || parameter === `name=${name}`)
}
