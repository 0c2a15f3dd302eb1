const namespaces: readonly (readonly [RegExp, string])[] = [
  [/^$/, ''],
  [/^https?:\/\/wordpress\.org\/export\/\d+\.\d+\/$/, 'wp:'],
  [/^https?:\/\/wordpress\.org\/export\/\d+\.\d+\/excerpt\/$/, 'excerpt:'],
  [/^https?:\/\/purl\.org\/rss\/1\.0\/modules\/content\/$/, 'content:'],
  [/^https?:\/\/purl\.org\/dc\/elements\/1\.1\/$/, 'dc:'],
]

const prefixes = new Map<string, string>()

/**
 * The name of an element with the usual prefix of its namespace, because files can use other prefixes. For a namespace
 * that exports do not use, the prefix is its URL.
 */
export function usualName(namespace: string, local: string): string {
  let prefix = prefixes.get(namespace)
  if (prefix === undefined) {
    prefix = namespaces.find(([pattern]) => pattern.test(namespace))?.[1] ?? `${namespace} `
    // Limited, because a file can have any number of namespaces.
    if (prefixes.size < 50) prefixes.set(namespace, prefix)
  }
  return prefix + local
}
