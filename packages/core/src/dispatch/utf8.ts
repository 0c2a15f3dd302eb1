const encoder = new TextEncoder()

/** A text in UTF-8; half a pair of surrogates becomes U+FFFD. */
export const utf8 = (text: string): Uint8Array => encoder.encode(text)
