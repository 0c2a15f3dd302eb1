/** The maximum nesting depth of lists and maps. */
const MAX_DEPTH = 64

/**
 * Parses a serialized value, the format of lists and maps in exports: `a:1:{i:0;s:1:"x";}`. `undefined` if the text is
 * anything else, or contains classes of the program that wrote it.
 */
export function readSerialized(text: string): { readonly value: unknown } | undefined {
  if (!/^(?:N;|[abdis]:)/.test(text)) return undefined
  const bytes = Buffer.from(text)
  let at = 0

  const until = (end: string): string => {
    const stop = bytes.indexOf(end, at)
    if (stop === -1) throw new SyntaxError(`"${end}" is missing`)
    const read = bytes.toString('utf8', at, stop)
    at = stop + end.length
    return read
  }
  const expect = (token: string) => {
    if (bytes.toString('latin1', at, at + token.length) !== token) throw new SyntaxError(`"${token}" is missing`)
    at += token.length
  }
  const number = (word: string, pattern: RegExp): number => {
    if (!pattern.test(word)) throw new SyntaxError(`"${word}" is not a number`)
    return Number(word)
  }
  const string = (): string => {
    // Lengths are in bytes.
    const length = number(until(':'), /^\d+$/)
    expect('"')
    const read = bytes.toString('utf8', at, at + length)
    at += length
    expect('";')
    return read
  }
  const entries = (depth: number): unknown => {
    const count = number(until(':'), /^\d+$/)
    expect('{')
    const found: [key: string, value: unknown][] = []
    for (let i = 0; i < count; i++) found.push([String(value(depth)), value(depth)])
    expect('}')
    const isList = found.every(([key], i) => key === String(i))
    return isList ? found.map(([, item]) => item) : Object.fromEntries(found)
  }
  const value = (depth: number): unknown => {
    if (depth > MAX_DEPTH) throw new SyntaxError('too deep')
    const type = bytes.toString('latin1', at, at + 2)
    at += 2
    if (type === 'N;') return null
    if (type === 's:') return string()
    if (type === 'b:') return number(until(';'), /^[01]$/) === 1
    if (type === 'i:') return number(until(';'), /^-?\d+$/)
    if (type === 'd:') return number(until(';'), /^-?\d+(?:\.\d+)?(?:E[+-]?\d+)?$/i)
    if (type === 'a:') return entries(depth + 1)
    throw new SyntaxError(`unknown type "${type}"`)
  }

  try {
    const read = value(0)
    return at === bytes.length ? { value: read } : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
