/** A path of a dialect: matches URLs, and links to the console from there. */
export interface DialectPath {
  /** The query of a URL with this path, without the question mark; `undefined` for other URLs. */
  queryOf(url: string): string | undefined
  /** The relative URL of the console from there, with a slash at the end. */
  readonly toConsole: string
}

/** `path` is below the URL of the site, whose own path a proxy may have removed; `base` is the path of the console. */
export function dialectPath(siteUrl: string, path: string, base: string): DialectPath {
  const paths = new Set([path, new URL(siteUrl + path).pathname])
  return {
    queryOf(url) {
      const at = url.indexOf('?')
      if (!paths.has(at < 0 ? url : url.slice(0, at))) return undefined
      return at < 0 ? '' : url.slice(at + 1)
    },
    toConsole: `${'../'.repeat(path.split('/').length - 2)}${`${base}/`.slice(1)}`,
  }
}
