import { StoreError } from '@platen/site'
import type { Database } from 'better-sqlite3'
import { migrations as allMigrations, type Migration } from './migrations/index.js'
import { setStatistics } from './statistics.js'
import { untilFree } from './until-free.js'

/**
 * Brings the schema of a database up to date. All steps are one transaction that holds the database's write lock, so of
 * two processes that start at once the second finds everything done.
 */
export async function migrate(
  database: Database,
  busyTimeout: number,
  migrations: readonly Migration[] = allMigrations,
): Promise<void> {
  if (isCurrent(database, migrations)) return
  await untilFree(busyTimeout, () => database.exec('begin immediate'))
  try {
    database.exec('create table if not exists migrations (number integer primary key, name text not null) strict')
    const last = lastApplied(database)
    const known = migrations.at(-1)?.number ?? 0
    if (last > known) {
      throw new StoreError(
        'unavailable',
        `The database is at version ${last}, this library knows those up to ${known}.`,
      )
    }
    const applied = database.prepare('insert into migrations (number, name) values (?, ?)')
    for (const { number, name, sql } of migrations) {
      if (number <= last) continue
      database.exec(sql)
      applied.run(number, name)
    }
    setStatistics(database)
    database.exec('commit')
  } catch (error) {
    if (database.inTransaction) database.exec('rollback')
    throw error
  }
}

function isCurrent(database: Database, migrations: readonly Migration[]): boolean {
  const table = database.prepare("select 1 from sqlite_schema where type = 'table' and name = 'migrations'").get()
  return table !== undefined && lastApplied(database) === migrations.at(-1)?.number
}

const lastApplied = (database: Database): number =>
  Number(database.prepare('select coalesce(max(number), 0) from migrations').pluck().get())
