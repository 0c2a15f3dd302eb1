import { readPageHead } from '@platen/rendering'

const charsetOf = /;\s*charset\s*=\s*"?([\w:.-]{1,40})/i
/** Where the declaration of the encoding must be (HTML standard). */
const DECLARED_WITHIN = 1024

function decoderFor(label: string | undefined): Pick<InstanceType<typeof TextDecoder>, 'decode'> | undefined {
  try {
    return label === undefined ? undefined : new TextDecoder(label)
  } catch {
    return undefined
  }
}

/** The charset that a page declares in a `meta` element. */
function declaredCharset(bytes: Uint8Array): string | undefined {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, DECLARED_WITHIN))
  for (const meta of readPageHead(start).metas) {
    const declared = meta.get('charset') ?? charsetOf.exec(meta.get('content') ?? '')?.[1]
    if (declared !== undefined) return declared
  }
  return undefined
}

/** Decodes a page by the charset of its `Content-Type` or that it declares; as UTF-8 otherwise. */
export function pageText(bytes: Uint8Array, contentType: string): string {
  const decoder =
    decoderFor(charsetOf.exec(contentType)?.[1]) ?? decoderFor(declaredCharset(bytes)) ?? new TextDecoder()
  return decoder.decode(bytes)
}

/** Whether a response may be an HTML page: also one without a type. */
export const isPage = (contentType: string): boolean =>
  /^\s*(?:$|text\/html|application\/xhtml\+xml)/i.test(contentType)
