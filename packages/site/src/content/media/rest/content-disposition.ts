const PARAMETER = /;\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;"]*))/g

function decoded(value: string): string | undefined {
  const [, charset = '', text] = /^([^']*)'[^']*'(.*)$/s.exec(value) ?? []
  if (text === undefined || charset.toLowerCase() !== 'utf-8') return undefined
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** The file name in a `Content-Disposition` header (RFC 6266); `undefined` if it has none. */
export function fileNameIn(header: string): string | undefined {
  let name: string | undefined
  let extended: string | undefined
  for (const [, parameter = '', quoted, plain = ''] of header.matchAll(PARAMETER)) {
    const value = quoted === undefined ? plain.trim() : quoted.replace(/\\(.)/g, '$1')
    if (parameter.toLowerCase() === 'filename' && value !== '') name = value
    if (parameter.toLowerCase() === 'filename*') extended = decoded(value) ?? extended
  }
  return extended ?? name
}
