import { type Call, fieldOfColumn, type Result, type SqlDialect, type SqlSession, type Work } from '@platen/sql'
import { createChangeCounter, createMutex, fold, foldKey, StoreError } from '@platen/storage'
import Database from 'better-sqlite3'
import { DummyDriver, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely'

/**
 * A dialect that can do less than the one for SQLite: it has no index of texts, answers later, inserts several rows at
 * once, and hands all lists over as JSON. It has one connection, so that everything runs one after the other.
 */
export function otherDialect(path: string): SqlDialect {
  const database = new Database(path)
  for (const [name, folded] of Object.entries({ folded: fold, folded_key: foldKey })) {
    database.function(name, { deterministic: true }, (text: unknown) =>
      typeof text === 'string' ? folded(text) : null,
    )
  }
  const mutex = createMutex()
  let closed = false
  const changes = createChangeCounter()

  const exclusive = <T>(task: () => Promise<T>): Promise<T> => {
    if (closed) throw new StoreError('unavailable', 'closed')
    return mutex(task)
  }
  const execute = async ({ statement, values }: Call): Promise<Result> => {
    await undefined
    const prepared = database.prepare(statement.sql)
    const parameters = statement.bind(values)
    if (!prepared.reader) return { rows: [], changes: prepared.run(parameters).changes }
    const rows = prepared.raw().all(parameters) as unknown[][]
    return { rows, changes: rows.length }
  }
  const run = async <T>(work: Work<T>): Promise<T> => {
    try {
      let step = work.next()
      while (step.done !== true) step = work.next(await execute(step.value))
      return step.value
    } catch (error) {
      throw translate(error)
    }
  }
  const asTransaction = async <T>(task: () => Promise<T>, name = 'outer'): Promise<T> => {
    database.exec(`savepoint ${name}`)
    try {
      const result = await task()
      database.exec(`release ${name}`)
      return result
    } catch (error) {
      database.exec(`rollback to ${name}; release ${name}`)
      throw error
    }
  }
  const session = (over: () => boolean, written: Set<string>): SqlSession => {
    const inside = <T>(task: () => Promise<T>) => {
      if (over()) throw new StoreError('unavailable', 'over')
      return task()
    }
    return {
      query: call => inside(() => execute(call)),
      read: work => inside(() => run(work(undefined))),
      write: (work, collection = '') =>
        inside(async () => {
          const result = await asTransaction(() => run(work()), 'inner')
          written.add(collection)
          return result
        }),
    }
  }
  const committing = <T>(task: (written: Set<string>) => Promise<T>) =>
    exclusive(async () => {
      const written = new Set<string>()
      const result = await asTransaction(() => task(written))
      changes.committed(written.has('') ? undefined : written)
      return result
    })

  return {
    capabilities: { valuesPerInsert: 50, listParameters: 0, matchesGathered: 0 },
    search: undefined,
    ddl: {
      id: 'integer primary key autoincrement',
      integer: 'int',
      text: 'text',
      keyed: '',
      reportsNewestKey: true,
      columns: sql`select m.name, c.name from sqlite_master m, pragma_table_xinfo(m.name) c where m.type = 'table'`,
      indexes: sql`select name from sqlite_master`,
    },
    expressions: {
      jsonList: values => sql`json_array(${sql.join(values)})`,
      jsonGathered: (value, order) => sql`json_group_array(${value} order by ${order})`,
      list: list => sql`(select atom as value from json_tree(${list}) where parent is not null)`,
      places: (list, kind) =>
        sql`(select cast(atom as ${sql.raw(kind === 'text' ? 'text' : 'numeric')}) as value, row_number() over (order by id) - 1 as place from json_tree(${list}) where parent is not null)`,
      members: lists =>
        sql`(select member.atom as value, list.key as place from json_each(${lists}) as list, json_tree(list.value) as member where member.parent is not null)`,
      rows: jsonLists => sql`json_each(${jsonLists})`,
      item: (jsonList, place) => sql`json_extract(${jsonList}, ${sql.lit(`$[${place}]`)})`,
      fold: text => sql`folded(${text})`,
      foldKey: text => sql`folded_key(${text})`,
      contains: (text, sought) => sql`replace(${text}, ${sought}, '') <> ${text}`,
      startsWith: (text, sought) => sql`substr(${text}, 1, length(${sought})) = ${sought}`,
      endsWith: (text, sought) =>
        sql`(length(${text}) >= length(${sought}) and substr(${text}, -length(${sought})) = ${sought})`,
      jsonToText: json => sql`iif(json_type(${json}) = 'text', ${json} ->> '$', null)`,
      jsonToNumber: json => sql`iif(json_type(${json}) in ('integer', 'real'), ${json} ->> '$', null)`,
      jsonHas: (json, texts) =>
        sql`exists (select 1 from json_each(${json}) where json_type(${json}) in ('object', 'array') and type in ('true', 'text') and (type = 'true') = (json_type(${json}) = 'object') and iif(type = 'true', key, atom) in ${texts})`,
    },
    compiler: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: db => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
    connections: {
      query: call => exclusive(() => execute(call)),
      read: work => exclusive(() => run(work(undefined))),
      write: (work, collection = '') =>
        committing(written => {
          written.add(collection)
          return run(work())
        }),
      transaction: work =>
        committing(async written => {
          let over = false
          try {
            return await work(session(() => over, written))
          } finally {
            over = true
          }
        }),
      revision(names) {
        if (closed) throw new StoreError('unavailable', 'closed')
        return changes.last(names)
      },
      async close() {
        if (closed) return
        closed = true
        await mutex(() => database.close())
      },
    },
  }
}

const CONFLICTS = /UNIQUE constraint failed: .*\.(\w+)$/

function translate(error: unknown): unknown {
  const column = error instanceof Error ? CONFLICTS.exec(error.message)?.[1] : undefined
  return column === undefined
    ? error
    : new StoreError('conflict', 'Taken.', { field: fieldOfColumn(column), cause: error })
}
