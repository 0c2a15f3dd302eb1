/** Members of resources that mean nothing to agents. */
const OMITTED: ReadonlySet<string> = new Set(['_links', '_embedded', 'guid', 'class_list'])

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0)

/** A resource without links and empty members. Texts that have several forms are as an author writes them, or rendered. */
export function plainItem(item: unknown): unknown {
  if (Array.isArray(item)) return item.map(plainItem)
  if (!isObject(item)) return item
  if (typeof item['raw'] === 'string') return item['raw']
  if (typeof item['rendered'] === 'string') return item['rendered']
  const members = Object.entries(item)
    .filter(([name]) => !OMITTED.has(name))
    .map(([name, value]) => [name, plainItem(value)] as const)
  return Object.fromEntries(members.filter(([, value]) => !isEmpty(value)))
}

/** A shortened value, and the lengths of the texts that were shortened, by their path. */
export interface Shortened {
  readonly value: unknown
  readonly cut: Readonly<Record<string, number>>
}

/** Shortens the texts of a value that are longer than `maxLength`: they begin at `offset`. */
export function shortened(value: unknown, maxLength: number, offset = 0): Shortened {
  const cut: Record<string, number> = {}
  const visit = (each: unknown, path: string): unknown => {
    if (typeof each === 'string') {
      if (each.length <= maxLength) return each
      cut[path] = each.length
      return each.slice(offset, offset + maxLength).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '')
    }
    if (Array.isArray(each)) return each.map((item, index) => visit(item, `${path}.${index}`))
    if (!isObject(each)) return each
    const members = Object.entries(each)
    return Object.fromEntries(
      members.map(([name, item]) => [name, visit(item, path === '' ? name : `${path}.${name}`)]),
    )
  }
  return { value: visit(value, ''), cut }
}

/** Shortens the texts of a value until its JSON is within a length, but no text below 100 characters. */
export function within(value: unknown, maxCharacters: number, offset = 0): Shortened {
  let maxLength = maxCharacters
  let result = shortened(value, maxLength, offset)
  while (JSON.stringify(result.value).length > maxCharacters && maxLength > 100) {
    maxLength = Math.max(100, Math.trunc(maxLength / 2))
    result = shortened(value, maxLength, offset)
  }
  return result
}
