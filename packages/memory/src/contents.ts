import type { AnyRecord } from '@platen/site'
import type { Kind } from './kind.js'
import { createLayer, createRows, type Layer, type Rows } from './rows.js'

/** A named value. */
export interface OptionRow {
  readonly name: string
  readonly value: unknown
}

/** What a store holds, as one reader or writer sees it. Collections that were not prepared are a `TypeError`. */
export interface Contents {
  kind(name: string): Kind
  rows(name: string): Rows<number, AnyRecord>
  readonly options: Rows<string, OptionRow>
}

/** Contents on top of others. */
export interface ContentsLayer extends Contents {
  merge(): boolean
}

/** The contents below all layers: what a prepared collection is, and its rows. */
export interface Root extends Contents {
  readonly collections: Map<string, { readonly kind: Kind; readonly rows: Rows<number, AnyRecord> }>
}

export function createRoot(collections: Root['collections'] = new Map(), options?: Root['options']): Root {
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

/** A layer over contents: each collection gets one of its own when it is first read. */
export function createContentsLayer(below: Contents): ContentsLayer {
  const layers = new Map<string, Layer<number, AnyRecord>>()
  const options = createLayer(below.options, {}, option => option.name)
  return {
    kind: below.kind,
    rows(name) {
      const existing = layers.get(name)
      if (existing) return existing
      const layer = createLayer(below.rows(name), below.kind(name).indexes, record => record.id)
      layers.set(name, layer)
      return layer
    },
    options,
    merge: () => [...layers.values(), options].map(layer => layer.merge()).includes(true),
  }
}
