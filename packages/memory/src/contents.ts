import type { CollectionName } from '@platen/site'
import { fieldIndexes } from './lookups.js'
import type { AnyRecord } from './record.js'
import { createLayer, createRows, type Indexes, type Layer, type Rows } from './rows.js'
import { uniqueKeys } from './uniqueness.js'

/** A named value. */
export interface OptionRow {
  readonly name: string
  readonly value: unknown
}

/** What a store holds, as one reader or writer sees it. */
export interface Contents {
  readonly records: { readonly [N in CollectionName]: Rows<number, AnyRecord> }
  readonly options: Rows<string, OptionRow>
}

/** Contents on top of others. */
export interface ContentsLayer extends Contents {
  merge(): boolean
}

const COLLECTIONS: readonly CollectionName[] = [
  'posts',
  'terms',
  'assignments',
  'users',
  'comments',
  'meta',
  'applicationPasswords',
]

const indexesOf = (name: CollectionName): Indexes<AnyRecord> => ({ ...fieldIndexes(name), ...uniqueKeys(name) })

const INDEXES = new Map(COLLECTIONS.map(name => [name, indexesOf(name)]))

function eachCollection<T>(make: (name: CollectionName, indexes: Indexes<AnyRecord>) => T) {
  const entries = COLLECTIONS.map(name => [name, make(name, INDEXES.get(name) ?? {})])
  return Object.freeze(Object.fromEntries(entries)) as { readonly [N in CollectionName]: T }
}

export function createContents(): Contents {
  return { records: eachCollection((_, indexes) => createRows(indexes)), options: createRows({}) }
}

export function layContents(below: Contents): ContentsLayer {
  const layers: Layer<number, AnyRecord>[] = []
  const records = eachCollection((name, indexes) => {
    const layer = createLayer(below.records[name], indexes, record => record.id)
    layers.push(layer)
    return layer
  })
  const options = createLayer(below.options, {}, option => option.name)
  return {
    records,
    options,
    merge: () => [...layers, options].map(layer => layer.merge()).includes(true),
  }
}
