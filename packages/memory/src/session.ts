import type { AnyRecord } from '@platen/storage'
import type { Kind } from './kind.js'
import { createOverlay, createRows, type Overlay, type Rows } from './rows.js'

/** A named value. */
export interface OptionRow {
  readonly name: string
  readonly value: unknown
}

/**
 * The data of a store, as one reader or writer sees it. Throws a `TypeError` for collections that were not prepared.
 */
export interface Session {
  kind(name: string): Kind
  rows(name: string): Rows<number, AnyRecord>
  readonly options: Rows<string, OptionRow>
}

/** A session over another one, which sees the writes only after they are merged. */
export interface SessionOverlay extends Session {
  /** Merges the writes; returns the names of the collections that they changed. */
  merge(): readonly string[]
}

/** The session below all overlays: every prepared collection with its rows. */
export interface BaseSession extends Session {
  readonly collections: Map<string, { readonly kind: Kind; readonly rows: Rows<number, AnyRecord> }>
}

export function createBaseSession(
  collections: BaseSession['collections'] = new Map(),
  options?: BaseSession['options'],
): BaseSession {
  const find = (name: string) => {
    const found = collections.get(name)
    if (!found) throw new TypeError(`The store was not prepared for the collection "${name}".`)
    return found
  }
  return {
    collections,
    kind: name => find(name).kind,
    rows: name => find(name).rows,
    options: options ?? createRows({}),
  }
}

/** Creates an overlay; the overlay of a collection's rows is created when they are first read. */
export function createSessionOverlay(below: Session): SessionOverlay {
  const overlays = new Map<string, Overlay<number, AnyRecord>>()
  const options = createOverlay(below.options, {}, option => option.name)
  return {
    kind: below.kind,
    rows(name) {
      const existing = overlays.get(name)
      if (existing) return existing
      const overlay = createOverlay(below.rows(name), below.kind(name).indexes, record => record.id)
      overlays.set(name, overlay)
      return overlay
    },
    options,
    merge: () =>
      [...overlays, ['options', options] as const].flatMap(([name, overlay]) => (overlay.merge() ? [name] : [])),
  }
}
