/** Half a surrogate pair cannot be encoded; it is written as the mark for what is no character. */
const wellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, '\ufffd')

const encode = (text: string) => encodeURIComponent(wellFormed(text)).replaceAll('%20', '+')

/** Writes a decoded path as it stands in an address. */
export const writePath = (path: string): string => encodeURI(wellFormed(path)).replace(/[?#]/g, encodeURIComponent)

function append(out: string[], name: string, value: unknown): void {
  if (Array.isArray(value)) {
    value.forEach((item, i) => {
      append(out, `${name}[${i}]`, item)
    })
  } else if (value !== null && typeof value === 'object') {
    for (const [key, item] of Object.entries(value)) append(out, `${name}[${key}]`, item)
  } else if (value !== undefined && value !== null) {
    const text = value === true ? '1' : value === false ? '' : String(value)
    out.push(text === '' ? encode(name) : `${encode(name)}=${encode(text)}`)
  }
}

/** Writes parameters as a query text; brackets are percent-encoded, `false` and empty texts are a name without value. */
export function writeQuery(params: Readonly<Record<string, unknown>>): string {
  const out: string[] = []
  for (const [name, value] of Object.entries(params)) append(out, name, value)
  return out.join('&')
}
