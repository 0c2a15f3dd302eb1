const token = /"([^"\\]*(?:\\.[^"\\]*)*)"(\s*:\s*)?|[{}[\]]/g

/** Where the value of a property of a JSON object begins in its text; `undefined` if there is none. The JSON must be valid. */
function valueStart(json: string, name: string): number | undefined {
  let depth = 0
  let start: number | undefined
  for (const { 0: found, 1: text, 2: colon, index } of json.matchAll(token)) {
    if (found === '{' || found === '[') depth += 1
    else if (found === '}' || found === ']') depth -= 1
    // Of several properties with a name, parsers take the last one.
    else if (depth === 1 && colon !== undefined && text === name) start = index + found.length
  }
  return start
}

const idOrIds = /\d+(?![\d.e])|\[[^[\]{}]*\]/iy

/**
 * Replaces the ids in a property of a JSON object, one or a list of numbers or digits; all else stays as it is written. The
 * JSON must be valid.
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
