import type { CollectionName, Records } from '@platen/site'

/** What a column holds: whole numbers, text, or JSON kept as text. */
export type ColumnKind = 'integer' | 'text' | 'json'

/** A field of a record as a column. */
export interface Column {
  readonly field: string
  readonly name: string
  readonly kind: ColumnKind
  readonly nullable: boolean
  /** The column that holds this one's folded text, if it is kept in the same table. */
  readonly foldedName: string | undefined
  /** How many records share a value, as far as the way of asking depends on it: few, or most of them. */
  readonly shared: 'by few' | 'by some' | 'by most'
  /** Values that few records have: the index of each holds those alone, and statements name it. */
  readonly rare: readonly string[]
  /** Whether it holds texts of any length. */
  readonly long: boolean
  /** Whether what its texts begin with is indexed: the first `PREFIX_LENGTH` characters. */
  readonly prefixed: boolean
}

/** How much of a text is indexed where the whole could be of any length. */
export const PREFIX_LENGTH = 40

/** A table beside another one, row for row, that holds folded texts to search in under the names of their columns. */
export interface TextsTable {
  readonly name: string
  readonly columns: readonly Column[]
}

/** The table of a collection. `columns` begin with `id` and `version`, and end with the long ones. */
export interface Table<N extends CollectionName = CollectionName> {
  readonly collection: N
  readonly name: string
  readonly columns: readonly Column[]
  readonly texts: TextsTable | undefined
  /** Whether there are few records, so that each can be asked about others. */
  readonly small: boolean
}

type ColumnSpec = Pick<Column, 'kind' | 'nullable' | 'shared' | 'rare' | 'long' | 'prefixed'> & {
  readonly folded: boolean
  readonly searched: boolean
}

type ColumnSpecs<N extends CollectionName> = { readonly [F in Exclude<keyof Records[N], 'id' | 'version'>]: ColumnSpec }

const integer: ColumnSpec = {
  kind: 'integer',
  nullable: false,
  shared: 'by some',
  rare: [],
  long: false,
  prefixed: false,
  folded: false,
  searched: false,
}
const text: ColumnSpec = { ...integer, kind: 'text' }
const json: ColumnSpec = { ...integer, kind: 'json' }
const foldedText: ColumnSpec = { ...text, folded: true }
const longText: ColumnSpec = { ...text, long: true, searched: true }
const orNull = (spec: ColumnSpec): ColumnSpec => ({ ...spec, nullable: true })
const byFew = (spec: ColumnSpec): ColumnSpec => ({ ...spec, shared: 'by few' })
const byMost = (spec: ColumnSpec): ColumnSpec => ({ ...spec, shared: 'by most' })

const snakeCase = (field: string) => field.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

function columnOf([field, spec]: [string, ColumnSpec]): Column {
  const name = snakeCase(field)
  const { kind, nullable, shared, rare, long, prefixed } = spec
  const foldedName = spec.folded ? `${name}_folded` : undefined
  return Object.freeze({ field, name, kind, nullable, shared, rare, long, prefixed, foldedName })
}

function defineTable<N extends CollectionName>(
  collection: N,
  specs: ColumnSpecs<N>,
  { small = false, textsName }: { readonly small?: boolean; readonly textsName?: string } = {},
): Table<N> {
  const entries = Object.entries<ColumnSpec>({ id: byFew(integer), version: integer, ...specs })
  const searched = entries.filter(([, spec]) => spec.searched).map(columnOf)
  const texts = textsName === undefined ? undefined : Object.freeze({ name: textsName, columns: searched })
  return Object.freeze({ collection, name: snakeCase(collection), columns: entries.map(columnOf), texts, small })
}

/** The tables of all collections: the one place that says what is a column, and which texts are kept folded. */
export const TABLES: { readonly [N in CollectionName]: Table<N> } = Object.freeze({
  posts: defineTable(
    'posts',
    {
      type: byMost(text),
      status: { ...byMost(text), rare: ['future'] },
      author: integer,
      date: text,
      dateGmt: orNull(text),
      modified: text,
      modifiedGmt: text,
      slug: byFew(text),
      title: { ...foldedText, searched: true },
      password: text,
      parent: byFew(integer),
      menuOrder: integer,
      commentStatus: text,
      pingStatus: text,
      guid: text,
      mimeType: text,
      commentCount: integer,
      content: longText,
      excerpt: longText,
    },
    { textsName: 'post_texts' },
  ),
  terms: defineTable(
    'terms',
    {
      taxonomy: text,
      name: foldedText,
      slug: byFew(foldedText),
      description: text,
      parent: integer,
      group: integer,
      count: byMost(integer),
    },
    { small: true },
  ),
  assignments: defineTable('assignments', { object: byFew(integer), term: integer, position: integer }),
  users: defineTable(
    'users',
    {
      login: foldedText,
      email: foldedText,
      passwordHash: text,
      slug: foldedText,
      displayName: foldedText,
      firstName: foldedText,
      lastName: foldedText,
      nickname: foldedText,
      url: foldedText,
      description: text,
      locale: text,
      roles: json,
      capabilities: json,
      registered: text,
    },
    { small: true },
  ),
  comments: defineTable('comments', {
    post: byFew(integer),
    parent: byFew(integer),
    author: integer,
    authorName: foldedText,
    authorEmail: foldedText,
    authorUrl: text,
    authorIp: text,
    authorAgent: text,
    date: text,
    dateGmt: text,
    content: foldedText,
    status: byMost(text),
    type: byMost(text),
  }),
  meta: defineTable('meta', {
    kind: byMost(text),
    object: byFew(integer),
    key: text,
    value: { ...json, prefixed: true },
  }),
  applicationPasswords: defineTable('applicationPasswords', {
    uuid: byFew(text),
    user: byFew(integer),
    appId: text,
    name: foldedText,
    hash: text,
    created: integer,
    lastUsed: orNull(integer),
    lastIp: orNull(text),
  }),
})

const byField = new Map(
  Object.values(TABLES).map(table => [table, new Map(table.columns.map(column => [column.field, column]))]),
)

/** The column of a field; a field that the collection does not have is a mistake of the caller. */
export function columnFor(table: Table, field: string): Column {
  const column = byField.get(table)?.get(field)
  if (!column) throw new TypeError(`Records of ${table.collection} have no field "${field}".`)
  return column
}

/** The field that a column (or the folded text beside it) belongs to. */
export function fieldOfColumn(tableName: string, columnName: string): string | undefined {
  const table = Object.values(TABLES).find(({ name }) => name === tableName)
  return table?.columns.find(({ name, foldedName }) => name === columnName || foldedName === columnName)?.field
}
