/** The text of an export with these elements in its channel. */
export function exportText(body: string, version = '1.2'): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"
  xmlns:excerpt="http://wordpress.org/export/${version}/excerpt/"
  xmlns:content="http://purl.org/rss/1.0/modules/content/"
  xmlns:dc="http://purl.org/dc/elements/1.1/"
  xmlns:wp="http://wordpress.org/export/${version}/">
<channel>
<title>A garden</title>
<wp:wxr_version>${version}</wp:wxr_version>
${body}
</channel>
</rss>
`
}

/** An element with these children, in CDATA sections, and whatever else is in it. */
export function element(name: string, children: Readonly<Record<string, string | number>>, more = ''): string {
  const inner = Object.entries(children).map(([child, value]) => `<${child}><![CDATA[${value}]]></${child}>`)
  return `<${name}>${inner.join('')}${more}</${name}>`
}

/** A published item unless it names another status; names without a prefix get that of exports, but for those that feeds have. */
export function item(fields: Readonly<Record<string, string | number>>, more = ''): string {
  const named = Object.entries({ status: 'publish', ...fields }).map(
    ([name, value]) => [usual[name] ?? `wp:${name}`, value] as const,
  )
  return element('item', Object.fromEntries(named), more)
}

const usual: Readonly<Record<string, string>> = {
  title: 'title',
  guid: 'guid',
  pubDate: 'pubDate',
  creator: 'dc:creator',
  content: 'content:encoded',
  excerpt: 'excerpt:encoded',
}

/** That an item carries a term. */
export const carries = (domain: string, nicename: string, name = nicename) =>
  `<category domain="${domain}" nicename="${nicename}"><![CDATA[${name}]]></category>`

/** A meta value of an item. */
export const meta = (key: string, value: string | number) =>
  element('wp:postmeta', { 'wp:meta_key': key, 'wp:meta_value': value })

/** The bytes of a text, in chunks of this size. */
export function chunksOf(text: string, size = 1 << 16): Uint8Array[] {
  const bytes = Buffer.from(text)
  const count = Math.ceil(bytes.length / size)
  return Array.from({ length: count }, (_, i) => bytes.subarray(i * size, (i + 1) * size))
}
