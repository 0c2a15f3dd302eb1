/** A text that is rewritten from left to right. Unchanged parts are copied as late as possible. */
export interface Rewrite {
  /** The result so far, and the end of the part that it covers. */
  result: string
  copied: number
}

/** Replaces a part of the text, which must follow the last replaced part. */
export const revise = (rewrite: Rewrite, text: string, start: number, changed: string, end: number): void => {
  rewrite.result += text.slice(rewrite.copied, start) + changed
  rewrite.copied = end
}

/** Returns the text with all replacements. */
export const revised = ({ result, copied }: Rewrite, text: string): string =>
  copied === 0 ? text : result + text.slice(copied)
