const isSpace = (code: number): boolean => code === 32 || code === 0 || (code >= 9 && code <= 13 && code !== 12)

/** Removes spaces, tabs, line ends and null characters around a text; other white space, such as no-break spaces, stays. */
export const trimSpace = (text: string): string => {
  let start = 0
  let end = text.length
  while (start < end && isSpace(text.charCodeAt(start))) start++
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--
  return start === 0 && end === text.length ? text : text.slice(start, end)
}
