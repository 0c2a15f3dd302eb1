import { trimCharacters } from '@platen/core'
import type { Condition } from '@platen/storage'
import { type UserRecord, whereUsers } from '../../kernel/records/index.js'

type Column = 'email' | 'name' | 'id' | 'username' | 'slug' | 'url'

const FIELDS = { email: 'email', name: 'displayName', username: 'login', slug: 'slug', url: 'url' } as const

/** Fields that only callers who may list all users see. */
const PRIVATE_COLUMNS: ReadonlySet<Column> = new Set(['email', 'username'])

/** The fields in which a text is most likely to be found. */
function likelyColumns(text: string, listsAll: boolean): readonly Column[] {
  if (!listsAll) return ['slug', 'name', 'id']
  if (text.includes('@')) return ['email']
  if (/^\d+$/.test(text)) return ['username', 'id']
  if (/^https?:\/\//i.test(text)) return ['url']
  return ['username', 'url', 'email', 'slug', 'name']
}

function inColumn(column: Column, text: string): Condition<UserRecord> {
  if (column === 'id') return whereUsers.eq('id', /^\d+$/.test(text) ? Number(text) : 0)
  return whereUsers.containsText(FIELDS[column], text)
}

/** A search in `columns`; `undefined` without text. Logins and emails are for callers who may list users. */
export function userSearch(
  given: string,
  columns: readonly string[],
  listsAll: boolean,
): Condition<UserRecord> | undefined {
  const text = trimCharacters(given, '*')
  if (text === '') return undefined
  const wanted = new Set(columns.length > 0 ? (columns as readonly Column[]) : likelyColumns(text, listsAll))
  const searched = [...wanted].filter(column => listsAll || !PRIVATE_COLUMNS.has(column))
  const tests = searched.map(column => inColumn(column, text))
  return whereUsers.or(...tests)
}
