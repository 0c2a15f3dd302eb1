import type { EmptyObjects } from './empty-objects.js'

/** A link (specification section 2): a URL, and attributes such as `embeddable` or `taxonomy`. */
export interface Link {
  readonly href: string
  readonly embeddable?: boolean
  readonly [attribute: string]: unknown
}

/** Links by relation. Relations that the interface defines have its prefix (`cms:term`). */
export type Links = Readonly<Record<string, readonly Link[]>>

/** The names and notations that differ between dialects and that core uses. */
export interface InterfaceNames {
  /** Prefix of relations and namespaces, such as `cms`. */
  readonly prefix: string
  /** Prefix of response headers, such as `X-CMS-`. */
  readonly headerPrefix: string
  /** The URL that relation names are appended to, such as `https://site.example/rels/`. */
  readonly relationBase: string
  /** How an object without properties is written; `object` by default. */
  readonly emptyObjects?: EmptyObjects | undefined
  /** Prefixed relations without `curies`. */
  readonly withoutCuries?: readonly string[] | undefined
}

/** The `curies` that explain prefixed relations. */
export const curiesOf = (names: InterfaceNames): readonly Link[] => [
  { name: names.prefix, href: `${names.relationBase}{rel}`, templated: true },
]

/** Whether a relation has the prefix of the interface, which requires `curies`. */
export const isPrefixed = (relation: string, { prefix, withoutCuries }: InterfaceNames): boolean =>
  relation.startsWith(`${prefix}:`) && withoutCuries?.includes(relation) !== true

/** Adds `curies` to links that include a prefixed relation. */
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
