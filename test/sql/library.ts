import { openSqliteStore, type SqliteStoreOptions } from '@platen/sql/sqlite'
import type { Store, StoreSession } from '@platen/storage'
import { sampleCollections } from '@platen/storage/contract'

const { books, subjects, shelvings, members, notes } = sampleCollections

/** Prepares a store for the sample collections. */
export async function asLibrary(store: Store): Promise<Store> {
  await store.prepare(Object.values(sampleCollections))
  return store
}

/** Opens a file with the sample collections. */
export const openLibrary = async (options: SqliteStoreOptions): Promise<Store> =>
  asLibrary(await openSqliteStore(options))

export const booksIn = (session: StoreSession) => session.collection(books)
export const subjectsIn = (session: StoreSession) => session.collection(subjects)
export const shelvingsIn = (session: StoreSession) => session.collection(shelvings)
export const membersIn = (session: StoreSession) => session.collection(members)
export const notesIn = (session: StoreSession) => session.collection(notes)

export const whereBooks = books.where
export const whereShelvings = shelvings.where
export const whereSubjects = subjects.where
export const whereMembers = members.where
export const whereNotes = notes.where
