/**
 * Whether a text is a URL, alone or relative to a base. `URL.canParse` refuses letters such as ü in Node 20, once it is
 * called so often that it is optimized.
 */
export function isUrl(text: string, base?: string): boolean {
  try {
    new URL(text, base)
    return true
  } catch {
    return false
  }
}
