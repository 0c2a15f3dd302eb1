const vocabularies: readonly (readonly [RegExp, string])[] = [
  [/^$/, ''],
  [/^https?:\/\/wordpress\.org\/export\/\d+\.\d+\/$/, 'wp:'],
  [/^https?:\/\/wordpress\.org\/export\/\d+\.\d+\/excerpt\/$/, 'excerpt:'],
  [/^https?:\/\/purl\.org\/rss\/1\.0\/modules\/content\/$/, 'content:'],
  [/^https?:\/\/purl\.org\/dc\/elements\/1\.1\/$/, 'dc:'],
]

const prefixes = new Map<string, string>()

/**
 * The name of an element with the usual prefix of its vocabulary: files may choose prefixes of their own. Elements of
 * vocabularies that exports do not use get their address before their name.
 */
export function usualName(vocabulary: string, local: string): string {
  let prefix = prefixes.get(vocabulary)
  if (prefix === undefined) {
    prefix = vocabularies.find(([pattern]) => pattern.test(vocabulary))?.[1] ?? `${vocabulary} `
    // A file can invent as many vocabularies as it likes.
    if (prefixes.size < 50) prefixes.set(vocabulary, prefix)
  }
  return prefix + local
}
