import { type ConditionBuilder, conditionBuilder } from '../queries/query.js'
import type { AnyRecord, BaseRecord } from './base-record.js'
import type { Collection } from './collection.js'
import type { Column } from './columns.js'
import type { Relation, RelationTarget } from './relations.js'

/** Columns by the name of the field. */
export type Columns = Readonly<Record<string, Column>>

/** Relations by name. */
export type Relations = Readonly<Record<string, Relation>>

/** A part of a key: a field, its folded text, or a prefix of it for values of unlimited length. */
export type KeyPart<F extends string = string> = F | { readonly folded: F } | { readonly prefix: F }

/** An index: its key and, for a partial index, the column value of the records that it covers. */
export interface CollectionIndex<F extends string = string> {
  readonly key: readonly KeyPart<F>[]
  readonly only?: { readonly [N in F]?: string }
}

/** Opens another collection within the transaction of a migration; throws a `TypeError` for unprepared ones. */
export type OpenCollection = <D extends CollectionDefinition>(definition: D) => CollectionOf<D>

/**
 * A step from the previous declaration, in one transaction: `rename` renames columns (old name: new name), new columns
 * are added, `run` changes records as currently declared, and `drop` removes columns. `open` opens other collections,
 * with the columns that they currently have.
 */
export interface CollectionMigration {
  readonly name: string
  readonly rename?: Readonly<Record<string, string>>
  run?(records: Collection<AnyRecord>, open: OpenCollection): Promise<void>
  readonly drop?: readonly string[]
}

/** The options of `defineCollection`. */
export interface CollectionOptions<C extends Columns, L extends Relations> {
  readonly name: string
  readonly columns: C
  /**
   * Unique keys, by name. Keys that contain `null` differ from all others. If several keys conflict, the first one is
   * reported.
   */
  readonly unique?: Readonly<Record<string, readonly KeyPart<keyof C & string>[]>>
  readonly indexes?: Readonly<Record<string, CollectionIndex<(keyof C & string) | 'id'>>>
  /** The texts that are searched for substrings: stores with a full-text index use it for these. */
  readonly search?: readonly (keyof C & string)[]
  /**
   * A text column, and its value in the records that a full-text index excludes. Use it for records that are often
   * written, but searched only within small sets. Queries still find them, by scanning their texts.
   */
  readonly searchIndexExcept?: { readonly [N in keyof C & string]?: string }
  /** A function of the collection itself, so that its records can be related to each other. */
  readonly relations?: (self: RelationTarget<RecordOfColumns<C>>) => L
  /**
   * The number of records on a large site. If it is low, stores test records one by one instead of gathering candidates
   * first.
   */
  readonly size?: number
  /**
   * Columns with few different values, without `null`, such as a type and a status: stores may count the records of each
   * combination, so that the total of a condition on these columns does not depend on the number of records.
   */
  readonly counted?: readonly (keyof C & string)[]
  readonly migrations?: readonly CollectionMigration[]
}

/** A collection as stores read it: every property is present and frozen. */
export interface CollectionDefinition<C extends Columns = Columns, L extends Relations = Relations> {
  readonly name: string
  readonly columns: C
  readonly unique: Readonly<Record<string, readonly KeyPart[]>>
  readonly indexes: Readonly<Record<string, CollectionIndex>>
  readonly search: readonly string[]
  readonly searchIndexExcept: Readonly<Record<string, string>>
  readonly relations: L
  readonly size: number | undefined
  readonly counted: readonly string[]
  readonly migrations: readonly CollectionMigration[]
}

/** A collection that was created by `defineCollection`. */
export interface DefinedCollection<C extends Columns = Columns, L extends Relations = Relations>
  extends CollectionDefinition<C, L> {
  /** Builds conditions over its records. */
  readonly where: ConditionBuilder<RecordOfColumns<C>>
}

/** The type of records with the given columns. */
export type RecordOfColumns<C extends Columns> = BaseRecord & {
  readonly [F in keyof C]: C[F] extends Column<infer T> ? T : never
}

type Flat<T> = { readonly [K in keyof T]: T[K] }

/** The type of a collection's records. */
export type RecordOf<D extends CollectionDefinition> = Flat<RecordOfColumns<D['columns']>>

type OptionalField<C extends Columns> = {
  [F in keyof C]: C[F] extends Column<unknown, true> ? F : never
}[keyof C]

/** A record to insert into a collection: without `version`; `id` and fields with a default are optional. */
export type NewRecordOf<D extends CollectionDefinition> = Omit<
  RecordOf<D>,
  'id' | 'version' | OptionalField<D['columns']>
> &
  Partial<Pick<RecordOf<D>, OptionalField<D['columns']> & keyof RecordOf<D>>> & { readonly id?: number }

/** The value of each relation of a collection's records. */
export type RelationsOf<D extends CollectionDefinition> = {
  readonly [N in keyof D['relations']]: D['relations'][N] extends Relation<infer V> ? V : never
}

/** The records of a collection, as its declaration types them. */
export type CollectionOf<D extends CollectionDefinition> = Collection<RecordOf<D>, RelationsOf<D>, NewRecordOf<D>>

const KEYS = new Set([
  'name',
  'columns',
  'unique',
  'indexes',
  'search',
  'searchIndexExcept',
  'relations',
  'size',
  'counted',
  'migrations',
])
/** Names that stores use for tables of their own. */
const RESERVED = new Set(['collections', 'options', 'migrations'])
const NAME = /^[a-z][A-Za-z0-9]{0,39}$/
const NAME_RULE = 'names begin with a lower-case letter, followed by up to 39 letters and digits'

/**
 * Declares a collection: stores create their tables, indexes and readers from it, and the types of its records are
 * inferred. Names begin with a lower-case letter, followed by up to 39 letters and digits. Throws a `TypeError` for
 * invalid or inconsistent options.
 *
 * ```ts
 * const books = defineCollection({
 *   name: 'books',
 *   columns: { isbn: text(), title: text({ folded: true }), pages: withDefault(integer(), 0), post: integer() },
 *   unique: { isbn: ['isbn'] },
 *   indexes: { byTitle: { key: [{ folded: 'title' }] } },
 *   relations: () => ({ post: one(posts, 'post') }),
 * })
 * ```
 */
export function defineCollection<const C extends Columns, const L extends Relations = Record<never, never>>(
  options: CollectionOptions<C, L>,
): DefinedCollection<C, L> {
  const { name, columns, unique = {}, indexes = {}, search = [], size, counted = [], migrations = [] } = options
  const except: readonly (readonly [string, unknown])[] = Object.entries(options.searchIndexExcept ?? {})
  const refuse = (problem: string) => new TypeError(`The collection "${name}" ${problem}.`)
  for (const key of Object.keys(options)) if (!KEYS.has(key)) throw refuse(`has no option "${key}"`)
  if (!NAME.test(name)) throw refuse(`has an invalid name: ${NAME_RULE}`)
  if (RESERVED.has(name)) throw refuse('has a name that stores use')
  for (const field of Object.keys(columns)) {
    if (!NAME.test(field)) throw refuse(`cannot have a column "${field}": ${NAME_RULE}`)
    if (field === 'id' || field === 'version') throw refuse(`always has a column "${field}"; do not declare it`)
    if (field.endsWith('Folded')) throw refuse(`cannot have a column "${field}": stores use names that end in "Folded"`)
  }
  const checkKey = (index: string, key: readonly KeyPart[]) => {
    if (!NAME.test(index)) throw refuse(`cannot have the index "${index}": ${NAME_RULE}`)
    if (key.length === 0) throw refuse(`has no key for the index "${index}"`)
    for (const part of key) {
      const field = fieldOfPart(part)
      const column = columns[field]
      if (column === undefined && field !== 'id') throw refuse(`has no column "${field}" for the index "${index}"`)
      if (typeof part === 'object' && 'folded' in part && column?.folded !== true) {
        throw refuse(`has no folded text of "${field}" for the index "${index}"`)
      }
    }
  }
  for (const [index, key] of Object.entries<readonly KeyPart[]>(unique)) {
    checkKey(index, key)
    if (index in indexes) throw refuse(`has two indexes named "${index}"`)
    if (key.some(part => typeof part === 'object' && 'prefix' in part))
      throw refuse(`cannot have prefixes in a unique key`)
  }
  for (const [index, { key, only = {} }] of Object.entries<CollectionIndex>(indexes)) {
    checkKey(index, key)
    for (const field of Object.keys(only)) if (columns[field]?.kind !== 'text') throw refuse(`has no text "${field}"`)
  }
  for (const field of search) if (columns[field]?.kind !== 'text') throw refuse(`has no text "${field}" to search in`)
  if (except.length > 1) throw refuse('leaves records out of its search index by more than one column')
  for (const [field, value] of except) {
    const column = columns[field]
    if (column?.kind !== 'text' || column.long || typeof value !== 'string')
      throw refuse(`has no short text "${field}" by which its search index can leave records out`)
    if (search.length === 0) throw refuse('has no search index that could leave records out')
  }
  for (const field of counted) {
    const column = columns[field]
    if (column === undefined || column.kind === 'json' || column.nullable || column.long)
      throw refuse(
        `has no short text, integer or boolean "${field}" that is never null, by which records can be counted`,
      )
  }
  if (new Set(counted).size < counted.length) throw refuse('counts by a column twice')
  const core = { name, where: conditionBuilder<RecordOfColumns<C>>(name) }
  return Object.freeze({
    ...core,
    columns: Object.freeze({ ...columns }),
    unique: Object.freeze({ ...unique }),
    indexes: Object.freeze({ ...indexes }) as CollectionDefinition['indexes'],
    search: Object.freeze([...search]),
    searchIndexExcept: Object.freeze({ ...options.searchIndexExcept }) as CollectionDefinition['searchIndexExcept'],
    size,
    counted: Object.freeze([...counted]),
    migrations: Object.freeze([...migrations]),
    relations: Object.freeze(options.relations?.(core) ?? ({} as L)),
  })
}

/** The field of a part of a key. */
export function fieldOfPart(part: KeyPart): string {
  if (typeof part === 'string') return part
  return 'folded' in part ? part.folded : part.prefix
}
