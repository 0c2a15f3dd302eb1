import { copyText } from '../bounded-cache.js'
import { type InterfaceNames, type Links, withCuries } from '../links.js'
import { omitFrom } from './cut-record.js'
import { type FieldSelection, presentEmpty } from './field-selection.js'
import { ComputedItems, Items } from './items.js'
import type { OnFieldError } from './json/member.js'
import type { ResourceLinks } from './link-table.js'
import type { Plan } from './plan.js'

/** The links of a record in the forms that responses need. */
interface LinkForms<R, V> {
  values(record: R, view: V): Links
  /** The links that `_embed` follows. */
  embeddable(record: R, view: V): Links
  text(record: R, view: V): string
}

function linkForms<R, V>(links: ResourceLinks<R, V> | undefined, names: InterfaceNames): LinkForms<R, V> {
  const values = (record: R, view: V): Links => (links === undefined ? {} : withCuries(links.of(record, view), names))
  return {
    values,
    embeddable: (record, view) => links?.embeddable?.(record, view) ?? values(record, view),
    text: (record, view) => links?.text?.(record, view) ?? JSON.stringify(values(record, view)),
  }
}

/** How the records of a request are presented. */
interface Presentation<R, V, N extends string> {
  readonly fields: FieldSelection
  readonly plan: Plan<R, V, N>
  readonly view: V
  /** The JSON of whole records, which all requests with the same view share. */
  readonly texts?: Map<R, string> | undefined
  readonly report: OnFieldError<R>
}

/** Creates the function that presents records with a view as the items of a list. */
export function createPresenter<R, V, N extends string>(
  definedLinks: ResourceLinks<R, V> | undefined,
  names: InterfaceNames,
  omitted?: (record: R, view: V) => readonly string[],
): (records: readonly R[], presentation: Presentation<R, V, N>) => Items {
  const links = linkForms(definedLinks, names)
  return (records, { fields, plan, view, texts, report }) => {
    const linked = plan.links && fields.wants('_links')
    const wantedLinks = fields.below('_links')
    const empty = JSON.stringify(fields.all ? {} : presentEmpty({}, names.emptyObjects))
    let failures = 0
    const onError: OnFieldError<R> = (error, field, record) => {
      failures += 1
      report(error, field, record)
    }
    const picked = (make: (record: R, view: V) => Links, record: R) => {
      const made = linked ? attempt(make, record, view, onError) : undefined
      return isEmpty(made) ? undefined : (wantedLinks.pick(made) as Links)
    }
    const value = (record: R) => {
      const item = plan.value(record, view, onError)
      const made = picked(links.values, record)
      if (made !== undefined) item['_links'] = made
      const shown = omitted === undefined ? item : omitFrom(item, omitted(record, view))
      return fields.all ? shown : presentEmpty(shown, names.emptyObjects)
    }
    const linksJson = (record: R): string | undefined => {
      if (!linked) return undefined
      if (!wantedLinks.all) return JSON.stringify(picked(links.values, record))
      const json = attempt(links.text, record, view, onError)
      return json === '{}' ? undefined : json
    }
    const text = (record: R, members: string | undefined) => {
      if (omitted !== undefined && omitted(record, view).length > 0) {
        const json = JSON.stringify(value(record))
        return members === undefined ? json : `${json.slice(0, -1)},${members}}`
      }
      const json = plan.text(record, view, onError)
      const made = linksJson(record)
      if (made === undefined) return json === '' ? empty : `{${json}}`
      return `{${json}${json === '' ? '' : ','}"_links":${made}${members === undefined ? '}' : `,${members}}`}`
    }
    const sharedText = (record: R, known: Map<R, string>): string => {
      const existing = known.get(record)
      if (existing !== undefined) return existing
      const before = failures
      // A copy is in one piece, which many responses can contain; the text would be put together for each of them.
      const json = copyText(text(record, undefined))
      // A record with failures is not shared, so that each request reports its own.
      if (failures === before) known.set(record, json)
      return json
    }
    return new Items(
      new ComputedItems(
        records.length,
        index => value(records[index] as R),
        (index, members) => {
          const record = records[index] as R
          const isShared = fields.all && members === undefined && texts !== undefined
          return isShared ? sharedText(record, texts) : text(record, members)
        },
        index => picked(links.embeddable, records[index] as R),
      ),
    )
  }
}

/** A record without links has no `_links`. */
export function isEmpty(links: Links | undefined): boolean {
  for (const _ in links) return false
  return true
}

/** Computes the links of a record; reports an error and returns undefined if that fails. */
export function attempt<R, V, T>(
  make: (record: R, view: V) => T,
  record: R,
  view: V,
  onError: OnFieldError<R>,
): T | undefined {
  try {
    return make(record, view)
  } catch (error) {
    onError(error, '_links', record)
    return undefined
  }
}
