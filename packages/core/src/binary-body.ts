/** A multiple of three, so that only the base64 of the last chunk is padded. */
const CHUNK = 3 * 8192

/** The body of a response that is a file: its bytes are sent, with its content type. */
export interface BinaryBody {
  readonly contentType: string
  readonly bytes: Uint8Array
}

/** A class, so that the bodies of handlers are never mistaken for one. */
class Binary implements BinaryBody {
  readonly contentType: string
  readonly bytes: Uint8Array

  constructor(contentType: string, bytes: Uint8Array) {
    this.contentType = contentType
    this.bytes = bytes
  }

  /** Where a body must be JSON, as in an envelope, the bytes are base64. */
  toJSON(): string {
    return base64(this.bytes)
  }
}

/** Creates the body of a response that is a file, for `Reply.body`. In an envelope and in JSONP it is its bytes in base64. */
export const binaryBody = (contentType: string, bytes: Uint8Array): BinaryBody => new Binary(contentType, bytes)

export const isBinaryBody = (body: unknown): body is BinaryBody => body instanceof Binary

/** The bytes in base64 (RFC 4648), encoded in chunks. */
function base64(bytes: Uint8Array): string {
  let text = ''
  for (let from = 0; from < bytes.length; from += CHUNK) {
    let characters = ''
    for (const byte of bytes.subarray(from, from + CHUNK)) characters += String.fromCharCode(byte)
    text += btoa(characters)
  }
  return text
}
