/** A text that is rewritten from left to right; unchanged stretches are copied as late and as long as possible. */
export interface Rewrite {
  /** The result so far, and the end of the part of the text that it covers. */
  result: string
  copied: number
}

/** Replaces a part of the text; parts are replaced in their order. */
export const revise = (rewrite: Rewrite, text: string, start: number, changed: string, end: number): void => {
  rewrite.result += text.slice(rewrite.copied, start) + changed
  rewrite.copied = end
}

/** The text with all replacements. */
export const revised = ({ result, copied }: Rewrite, text: string): string =>
  copied === 0 ? text : result + text.slice(copied)
