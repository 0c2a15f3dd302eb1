/**
 * Whether a text is a URL, alone or relative to a base. In Node 20, `URL.canParse` refuses letters such as ü once it
 * has been called so often that it is optimized.
 */
export function isUrl(text: string, base?: string): boolean {
  try {
    new URL(text, base)
    return true
  } catch {
    return false
  }
}
