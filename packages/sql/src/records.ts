import type { CollectionName, Records } from '@platen/site'
import { parseJson } from './json.js'
import type { Row } from './work.js'

// Each record is written out as one literal: building them field by field costs twenty times as much. The cells are
// what `tables.ts` says of the columns, in its order.
const number = (row: Row, at: number) => row[at] as number
const text = (row: Row, at: number) => row[at] as string
const numberOrNull = (row: Row, at: number) => row[at] as number | null
const textOrNull = (row: Row, at: number) => row[at] as string | null

/** Makes the record of a row of its collection. */
export const RECORD_OF: { readonly [N in CollectionName]: (row: Row) => Records[N] } = {
  posts: row => ({
    id: number(row, 0),
    version: number(row, 1),
    type: text(row, 2),
    status: text(row, 3),
    author: number(row, 4),
    date: text(row, 5),
    dateGmt: textOrNull(row, 6),
    modified: text(row, 7),
    modifiedGmt: text(row, 8),
    slug: text(row, 9),
    title: text(row, 10),
    content: text(row, 19),
    excerpt: text(row, 20),
    password: text(row, 11),
    parent: number(row, 12),
    menuOrder: number(row, 13),
    commentStatus: text(row, 14),
    pingStatus: text(row, 15),
    guid: text(row, 16),
    mimeType: text(row, 17),
    commentCount: number(row, 18),
  }),
  terms: row => ({
    id: number(row, 0),
    version: number(row, 1),
    taxonomy: text(row, 2),
    name: text(row, 3),
    slug: text(row, 4),
    description: text(row, 5),
    parent: number(row, 6),
    group: number(row, 7),
    count: number(row, 8),
  }),
  assignments: row => ({
    id: number(row, 0),
    version: number(row, 1),
    object: number(row, 2),
    term: number(row, 3),
    position: number(row, 4),
  }),
  users: row => ({
    id: number(row, 0),
    version: number(row, 1),
    login: text(row, 2),
    email: text(row, 3),
    passwordHash: text(row, 4),
    slug: text(row, 5),
    displayName: text(row, 6),
    firstName: text(row, 7),
    lastName: text(row, 8),
    nickname: text(row, 9),
    url: text(row, 10),
    description: text(row, 11),
    locale: text(row, 12),
    roles: parseJson(row[13]) as readonly string[],
    capabilities: parseJson(row[14]) as Readonly<Record<string, boolean>>,
    registered: text(row, 15),
  }),
  comments: row => ({
    id: number(row, 0),
    version: number(row, 1),
    post: number(row, 2),
    parent: number(row, 3),
    author: number(row, 4),
    authorName: text(row, 5),
    authorEmail: text(row, 6),
    authorUrl: text(row, 7),
    authorIp: text(row, 8),
    authorAgent: text(row, 9),
    date: text(row, 10),
    dateGmt: text(row, 11),
    content: text(row, 12),
    status: text(row, 13),
    type: text(row, 14),
  }),
  meta: row => ({
    id: number(row, 0),
    version: number(row, 1),
    // Only what the type allows was ever stored.
    kind: row[2] as Records['meta']['kind'],
    object: number(row, 3),
    key: text(row, 4),
    value: parseJson(row[5]),
  }),
  applicationPasswords: row => ({
    id: number(row, 0),
    version: number(row, 1),
    uuid: text(row, 2),
    user: number(row, 3),
    appId: text(row, 4),
    name: text(row, 5),
    hash: text(row, 6),
    created: number(row, 7),
    lastUsed: numberOrNull(row, 8),
    lastIp: textOrNull(row, 9),
  }),
}
