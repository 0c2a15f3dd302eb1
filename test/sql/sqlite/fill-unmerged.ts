import { openSqliteStore } from '@platen/sql/sqlite'
import type { CollectionDefinition, StoreSession } from '@platen/storage'
import Database from 'better-sqlite3'

/** So many that writes merge their index with what they add. */
const COUNT = 400

/** Random words, always the same ones: every trigram of them has an entry of its own. */
export function words(seed: number, count = 600): string {
  let state = seed + 1
  const word = () => {
    state = (state * 48271) % 2147483647
    return state.toString(36)
  }
  return Array.from({ length: count }, word).join(' ')
}

/** A collection with many texts. */
export interface UnmergedTexts {
  readonly definition: CollectionDefinition
  /** The table of its searched texts. */
  readonly table: string
  insert(session: StoreSession, texts: readonly string[]): Promise<unknown>
}

/** Adds texts to a file and makes their index one piece on the first level, as large imports once left it. */
export async function fillUnmerged(path: string, { definition, table, insert }: UnmergedTexts): Promise<void> {
  const store = await openSqliteStore({ path, synchronous: 'normal' })
  await store.prepare([definition])
  await insert(
    store,
    Array.from({ length: COUNT }, (_, i) => words(i)),
  )
  await store.close()
  const database = new Database(path)
  const index = `${table}_search`
  const command = (name: string, value: number) =>
    database.exec(`insert into ${index} (${index}, rank) values ('${name}', ${value})`)
  database.exec(`insert into ${index} (${index}) values ('delete-all')`)
  command('hashsize', 100_000_000)
  database.exec(`insert into ${index} (rowid, ${definition.search}) select id, ${definition.search} from ${table}`)
  command('hashsize', 1_048_576)
  database.close()
}
