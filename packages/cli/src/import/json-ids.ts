/** Returns the replacement of a number or text at a path of a JSON text, as JSON; `undefined` to keep it. */
export type ReplaceScalar = (path: readonly string[], scalar: string) => string | undefined

const token = /[{}[\],:]|"(?:[^"\\]|\\.)*"|[^\s{}[\],:"]+/g

/**
 * Replaces numbers and texts within an object, wherever they are. Paths consist of the names of properties, and of `[]`
 * for items of lists. The rest of the text does not change. The JSON must be valid.
 */
export function replaceScalars(json: string, replace: ReplaceScalar): string {
  const path: string[] = []
  const lists: boolean[] = []
  let isNameNext = false
  let written = ''
  let done = 0
  for (const found of json.matchAll(token)) {
    const [text] = found
    const isInList = lists.at(-1) === true
    if (text === '{' || text === '[') {
      lists.push(text === '[')
      path.push('[]')
      isNameNext = text === '{'
    } else if (text === '}' || text === ']') {
      lists.pop()
      path.pop()
      isNameNext = false
    } else if (text === ',') isNameNext = !isInList
    else if (text === ':') isNameNext = false
    else if (isNameNext) path[path.length - 1] = text.slice(1, -1)
    else {
      const replacement = replace(path, text)
      if (replacement === undefined) continue
      written += json.slice(done, found.index) + replacement
      done = found.index + text.length
    }
  }
  return written + json.slice(done)
}
