const scriptStart = /<(script|style)(?=[\s>/])/gi
const scriptEnd = /<\/script>/gi
const styleEnd = /<\/style>/gi

/** The end of the tag at an index, which may contain `>` in quotes, and other tags. */
const tagEnd = (text: string, start: number): number => {
  const plainEnd = text.indexOf('>', start)
  if (plainEnd === -1) return text.length
  if (!/["'<]/.test(text.slice(start + 1, plainEnd))) return plainEnd + 1
  let quote = ''
  let depth = 0
  for (let index = start; index < text.length; index++) {
    const character = text.charAt(index)
    if (quote !== '') {
      if (character === quote) quote = ''
    } else if (character === '"' || character === "'") quote = character
    else if (character === '<') depth++
    else if (character === '>' && --depth === 0) return index + 1
  }
  return text.length
}

const isSpace = (character: string): boolean => character === '' || /\s/.test(character)

/** Removes tags and comments. A `<` before white space is not a tag; an unfinished tag extends to the end. */
export const stripTags = (text: string): string => {
  if (!text.includes('<')) return text
  let result = ''
  let done = 0
  for (let start = text.indexOf('<'); start !== -1; start = text.indexOf('<', done)) {
    const isTag = !isSpace(text.charAt(start + 1))
    result += text.slice(done, isTag ? start : start + 1)
    if (!isTag) done = start + 1
    else if (text.startsWith('<!--', start)) {
      const end = text.indexOf('-->', start + 2)
      done = end === -1 ? text.length : end + 3
    } else done = tagEnd(text, start)
  }
  return result + text.slice(done)
}

/** Removes scripts and style sheets with their content. */
export const stripScripts = (text: string): string => {
  let result = ''
  let done = 0
  scriptStart.lastIndex = 0
  for (let found = scriptStart.exec(text); found !== null; found = scriptStart.exec(text)) {
    const close = found[1]?.toLowerCase() === 'style' ? styleEnd : scriptEnd
    close.lastIndex = found.index
    if (close.exec(text) === null) break
    result += text.slice(done, found.index)
    done = scriptStart.lastIndex = close.lastIndex
  }
  return result + text.slice(done)
}

/** The text of HTML, trimmed, without tags, scripts and style sheets. */
export const textOf = (html: string): string => (html.includes('<') ? stripTags(stripScripts(html)) : html).trim()
