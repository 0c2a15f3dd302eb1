const NAMESPACES: readonly (readonly [RegExp, string])[] = [
  [/^https?:\/\/wordpress\.org\/export\/\d+\.\d+\/?$/, 'wp:'],
  [/^https?:\/\/wordpress\.org\/export\/\d+\.\d+\/excerpt\/?$/, 'excerpt:'],
  [/^https?:\/\/purl\.org\/rss\/1\.0\/modules\/content\/?$/, 'content:'],
  [/^https?:\/\/purl\.org\/dc\/elements\/1\.1\/?$/, 'dc:'],
]
const USUAL = new Set(NAMESPACES.map(([, prefix]) => prefix))

/** The namespaces that are declared at a place in a file. */
export interface NamespaceScope {
  /** The scope of an element with these attributes. */
  within(attributes: ReadonlyMap<string, string>): NamespaceScope
  /**
   * The name of an element with the usual prefix of its namespace, because files can use other prefixes. Other names,
   * and those whose prefix is not declared, are as in the file, unless a usual prefix belongs to another namespace.
   */
  nameOf(written: string): string
  /** The URL of a prefix; `undefined` if it is not declared. */
  urlOf(prefix: string): string | undefined
}

/** The maximum number of cached names, because a file can have any number of them. */
const MAX_NAMES = 200

/** Creates a scope; the outermost one has no declarations. */
export function createNamespaceScope(
  declared: ReadonlyMap<string, string> = new Map(),
  parent?: NamespaceScope,
): NamespaceScope {
  const names = new Map<string, string>()
  const urlOf = (prefix: string) => declared.get(prefix) ?? parent?.urlOf(prefix)
  const resolve = (written: string): string => {
    const colon = written.indexOf(':')
    const prefix = written.slice(0, Math.max(0, colon))
    const url = urlOf(prefix)
    if (url === undefined) return written
    const usual = NAMESPACES.find(([pattern]) => pattern.test(url))?.[1]
    if (usual !== undefined) return usual + written.slice(colon + 1)
    return USUAL.has(`${prefix}:`) ? `${url} ${written}` : written
  }
  const scope: NamespaceScope = {
    within(attributes) {
      const added = new Map<string, string>()
      for (const [name, value] of attributes) {
        if (name === 'xmlns' || name.startsWith('xmlns:')) added.set(name.slice(6), value)
      }
      return added.size === 0 ? scope : createNamespaceScope(added, scope)
    },
    nameOf(written) {
      const cached = names.get(written)
      if (cached !== undefined) return cached
      const name = resolve(written)
      if (names.size < MAX_NAMES) names.set(written, name)
      return name
    },
    urlOf,
  }
  return scope
}
