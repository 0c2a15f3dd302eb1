/** A text that is built anew from its parts; what stays the same is copied as late as possible, with what is around it. */
export interface Revision {
  /** What is built so far, and up to where in the text it reaches. */
  result: string
  copied: number
}

/** Writes something else for a part of the text, which follows what was changed before. */
export const revise = (revision: Revision, text: string, start: number, changed: string, end: number): void => {
  revision.result += text.slice(revision.copied, start) + changed
  revision.copied = end
}

/** The text with all changes. */
export const revised = ({ result, copied }: Revision, text: string): string =>
  copied === 0 ? text : result + text.slice(copied)
