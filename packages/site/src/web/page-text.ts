const charsetOf = /;\s*charset\s*=\s*"?([\w:.-]{1,40})/i
const declaredCharset = /<meta[^<>]{0,200}?charset\s*=\s*["']?([\w:.-]{1,40})/i
/** Where the declaration of the encoding must be (HTML standard). */
const DECLARED_WITHIN = 1024

function decoderFor(label: string | undefined): Pick<InstanceType<typeof TextDecoder>, 'decode'> | undefined {
  try {
    return label === undefined ? undefined : new TextDecoder(label)
  } catch {
    return undefined
  }
}

/** Decodes a page by the charset of its `Content-Type` or that it declares; as UTF-8 otherwise. */
export function pageText(bytes: Uint8Array, contentType: string): string {
  const start = String.fromCharCode(...bytes.subarray(0, DECLARED_WITHIN))
  const decoder =
    decoderFor(charsetOf.exec(contentType)?.[1]) ?? decoderFor(declaredCharset.exec(start)?.[1]) ?? new TextDecoder()
  return decoder.decode(bytes)
}

/** Whether a response may be an HTML page: also one without a type. */
export const isPage = (contentType: string): boolean =>
  /^\s*(?:$|text\/html|application\/xhtml\+xml)/i.test(contentType)
