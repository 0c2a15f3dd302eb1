import type { EmptyObjects } from './empty-objects.js'

/** One link of a relation (specification section 2): an address and attributes such as `embeddable` or `taxonomy`. */
export interface Link {
  readonly href: string
  readonly embeddable?: boolean
  readonly [attribute: string]: unknown
}

/** Links by relation. A relation of the interface's own is written with its prefix (`cms:term`). */
export type Links = Readonly<Record<string, readonly Link[]>>

/** What the interface calls its own things, and how it writes them: the data of a dialect that core needs. */
export interface InterfaceNames {
  /** Prefix of relations and namespaces, such as `cms`. */
  readonly prefix: string
  /** Prefix of response headers, such as `X-CMS-`. */
  readonly headerPrefix: string
  /** Address that relation names are appended to, such as `https://site.example/rels/`. */
  readonly relationBase: string
  /** How an object without properties is written; `object` by default. */
  readonly emptyObjects?: EmptyObjects | undefined
}

/** What explains prefixed relations. */
export const curiesOf = (names: InterfaceNames): readonly Link[] => [
  { name: names.prefix, href: `${names.relationBase}{rel}`, templated: true },
]

/** Whether a relation is one of the interface's own, which is written with its prefix. */
export const isPrefixed = (relation: string, { prefix }: InterfaceNames): boolean => relation.startsWith(`${prefix}:`)

/** Adds the `curies` entry that explains prefixed relations, when there are any. */
export function withCuries(links: Links, names: InterfaceNames): Links {
  for (const relation in links) if (isPrefixed(relation, names)) return { ...links, curies: curiesOf(names) }
  return links
}

/** Writes one entry of a `Link` header (RFC 8288). */
export function linkHeader(href: string, rel: string, attributes: Readonly<Record<string, string>> = {}): string {
  let entry = `<${href}>; rel="${rel}"`
  for (const [name, value] of Object.entries(attributes)) entry += `; ${name}=${value}`
  return entry
}
