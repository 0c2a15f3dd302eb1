type Members = Readonly<Record<string, unknown>>

/** Never omitted: clients identify a record by them, and read the omitted values from its `self` link. */
const IDENTIFYING: ReadonlySet<string> = new Set(['id', '_links', '_omitted', '_embedded'])

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const jsonLength = (value: unknown): number => JSON.stringify(value)?.length ?? 0

/** A field, or a member of a field. */
interface Candidate {
  readonly field: string
  readonly member?: string
  readonly length: number
}

/**
 * Shortens a record until its JSON has at most `maxLength` UTF-16 code units: omits its longest members, and lists the
 * fields that they belong to in `_omitted`. Of fields that are objects, single members are omitted, such as
 * `content.rendered`. Half of the length is for `_embedded`, whose resources are shortened as well, or omitted. An item
 * that is not a record becomes `null`.
 */
export function cutRecord(record: unknown, maxLength: number): unknown {
  if (jsonLength(record) <= maxLength) return record
  if (!isMembers(record)) return null
  const { _embedded: embedded, ...members } = record
  if (!isMembers(embedded)) return cutMembers(members, maxLength)
  const cut = cutMembers(members, Math.trunc(maxLength / 2))
  const { whole, shown } = cutEmbedded(embedded, maxLength - jsonLength(cut))
  const marked = whole ? cut : withOmitted(cut, ['_embedded'])
  return Object.keys(shown).length === 0 ? marked : { ...marked, _embedded: shown }
}

/** The JSON of a record, shortened like {@link cutRecord}. */
export const cutRecordJson = (json: string, maxLength: number): string =>
  json.length <= maxLength ? json : JSON.stringify(cutRecord(JSON.parse(json), maxLength))

/** The same for a resource or a list of resources. */
export function cutBody(body: unknown, maxLength: number): unknown {
  if (!Array.isArray(body)) return cutRecord(body, maxLength)
  if (jsonLength(body) <= maxLength) return body
  return body.map(item => cutRecord(item, Math.trunc(maxLength / body.length)))
}

/** Omits fields of a record, or members of them; lists those that it had in `_omitted`. */
export function omitFrom(record: Members, paths: readonly string[]): Members {
  const shown: Record<string, unknown> = { ...record }
  const omitted = new Set<string>()
  for (const path of paths) {
    const [field = '', member] = path.split('.', 2)
    const value = shown[field]
    if (value === undefined) continue
    omitted.add(field)
    if (!isMembers(value)) delete shown[field]
    else {
      const isShown =
        member === undefined
          ? (_: string, inner: unknown) => typeof inner === 'boolean'
          : (name: string) => name !== member
      shown[field] = Object.fromEntries(Object.entries(value).filter(([name, inner]) => isShown(name, inner)))
    }
  }
  return omitted.size === 0 ? record : withOmitted(shown, omitted)
}

/** A record that also lists these fields in `_omitted`. */
export function withOmitted(record: Members, fields: Iterable<string>): Members {
  const { _omitted: before } = record
  return { ...record, _omitted: [...new Set([...(Array.isArray(before) ? before : []), ...fields])] }
}

function cutMembers(record: Members, maxLength: number): Members {
  let length = jsonLength(record)
  if (length <= maxLength) return record
  const shown: Record<string, unknown> = { ...record }
  const omitted = new Set<string>()
  const omit = (candidates: readonly Candidate[]) => {
    for (const candidate of [...candidates].sort((a, b) => b.length - a.length)) {
      if (length <= maxLength) return
      const { field, member } = candidate
      if (member === undefined) delete shown[field]
      else {
        const { [member]: _, ...others } = shown[field] as Members
        shown[field] = others
      }
      omitted.add(field)
      length -= candidate.length
    }
  }
  omit(candidatesIn(record))
  // Objects with very many members.
  omit(wholeFields(shown))
  return withOmitted(shown, omitted)
}

/** The texts and lists in a record, and those in its objects: without them, a record has the same form. */
function candidatesIn(record: Members): readonly Candidate[] {
  return wholeFields(record).flatMap(({ field, length }): readonly Candidate[] => {
    const value = record[field]
    if (!isMembers(value)) return typeof value === 'string' || Array.isArray(value) ? [{ field, length }] : []
    return Object.entries(value)
      .filter(([, inner]) => typeof inner === 'string' || (typeof inner === 'object' && inner !== null))
      .map(([member, inner]) => ({ field, member, length: jsonLength(inner) + member.length }))
  })
}

const wholeFields = (record: Members): readonly Candidate[] =>
  Object.keys(record)
    .filter(field => !IDENTIFYING.has(field))
    .map(field => ({ field, length: jsonLength(record[field]) + field.length }))

function cutEmbedded(embedded: Members, maxLength: number) {
  const relations = Object.entries(embedded).map(([relation, bodies]) => [relation, [bodies].flat()] as const)
  const share = Math.trunc(maxLength / relations.reduce((count, [, bodies]) => count + bodies.length, 0))
  const shown: Record<string, unknown> = {}
  let whole = true
  for (const [relation, bodies] of relations) {
    const short = bodies.map(body => cutBody(body, share)).filter(body => jsonLength(body) <= share)
    if (short.length < bodies.length) whole = false
    if (short.length > 0) shown[relation] = short
  }
  return { whole, shown }
}
