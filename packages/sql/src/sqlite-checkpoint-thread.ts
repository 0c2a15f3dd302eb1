import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'

/**
 * The thread that copies the log of a SQLite file into the file when it receives a message, and replies when it is
 * done. It has its own connection and blocks neither readers nor writers: pages that a reader of an earlier snapshot
 * needs are copied later.
 */
const { path } = workerData as { readonly path: string }
const database = new Database(path, { fileMustExist: true })
// It reads very little.
database.pragma('cache_size = -64')

parentPort?.on('message', () => {
  database.pragma('wal_checkpoint(passive)')
  parentPort?.postMessage('copied')
})
