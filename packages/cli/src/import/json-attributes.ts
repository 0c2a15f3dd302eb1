const text = /"((?:[^"\\]|\\.)*)"(\s*:\s*)?/y

/** The index at which a property's value begins in a JSON object; `undefined` without it. The JSON must be valid. */
function valueStart(json: string, name: string): number | undefined {
  let depth = 0
  let start: number | undefined
  for (let at = 0; at < json.length; at++) {
    const character = json[at]
    if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') depth -= 1
    else if (character === '"') {
      text.lastIndex = at
      const found = text.exec(json)
      if (found === null) return undefined
      // If a name occurs several times, parsers use the last property.
      if (depth === 1 && found[2] !== undefined && found[1] === name) start = text.lastIndex
      at = text.lastIndex - 1
    }
  }
  return start
}

const idOrIds = /\d+(?![\d.e])|\[[^[\]{}]*\]/iy

/**
 * Replaces the ids in a property of a JSON object: a number, or a list of numbers or strings of digits. The rest of the
 * text does not change. The JSON must be valid.
 */
export function replaceIds(json: string, name: string, newId: (id: number) => number): string {
  const start = valueStart(json, name)
  if (start === undefined) return json
  idOrIds.lastIndex = start
  const [value] = idOrIds.exec(json) ?? []
  if (value === undefined) return json
  const changed = value.replace(/(?<![\w.+-])\d{1,15}(?![\w.+-])/g, id => String(newId(Number(id))))
  return json.slice(0, start) + changed + json.slice(start + value.length)
}
