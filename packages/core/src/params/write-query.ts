const encode = (text: string) => encodeURIComponent(text).replaceAll('%20', '+')

function append(out: string[], name: string, value: unknown): void {
  if (Array.isArray(value)) {
    value.forEach((item, i) => {
      append(out, `${name}[${i}]`, item)
    })
  } else if (value !== null && typeof value === 'object') {
    for (const [key, item] of Object.entries(value)) append(out, `${name}[${key}]`, item)
  } else if (value !== undefined && value !== null) {
    out.push(`${encode(name)}=${encode(value === true ? '1' : value === false ? '0' : String(value))}`)
  }
}

/** Writes parameters as a query text that `parseQuery` reads back; brackets are percent-encoded. */
export function writeQuery(params: Readonly<Record<string, unknown>>): string {
  const out: string[] = []
  for (const [name, value] of Object.entries(params)) append(out, name, value)
  return out.join('&')
}
