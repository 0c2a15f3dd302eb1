import { sql } from 'kysely'
import type { SqlExpressions } from '../dialect.js'

/** The names of the functions that fold text: the connections define them. */
export const FOLD_FUNCTION = 'fold'
export const FOLD_KEY_FUNCTION = 'fold_key'

/** How SQLite writes what dialects write differently. */
export const sqliteExpressions: SqlExpressions = Object.freeze<SqlExpressions>({
  list: jsonList => sql`(select value from json_each(${jsonList}))`,
  // LIMIT -1 makes SQLite materialize the rows, and the cast lets it index them: otherwise it would read the list for
  // every record.
  places: (jsonList, kind) =>
    sql`(select cast(value as ${sql.raw(kind === 'integer' ? 'numeric' : 'text')}) as value, key as place from json_each(${jsonList}) limit -1)`,
  members: jsonLists =>
    sql`(select cast(member.value as numeric) as value, list.key as place from json_each(${jsonLists}) as list, json_each(list.value) as member limit -1)`,
  rows: jsonLists => sql`json_each(${jsonLists})`,
  item: (jsonList, place) => sql`${jsonList} ->> ${sql.lit(place)}`,
  fold: text => sql`${sql.raw(FOLD_FUNCTION)}(${text})`,
  foldKey: text => sql`${sql.raw(FOLD_KEY_FUNCTION)}(${text})`,
  contains: (text, sought) => sql`instr(${text}, ${sought}) > 0`,
  startsWith: (text, sought) => sql`instr(${text}, ${sought}) = 1`,
  // As bytes, which can be indexed from the end directly. A part of an empty blob is NULL.
  endsWith: (text, sought) =>
    sql`substr(cast(${text} as blob), -length(cast(${sought} as blob))) is cast(${sought} as blob)`,
  jsonToText: json => sql`case when json_type(${json}) = 'text' then ${json} ->> '$' end`,
  jsonToNumber: json => sql`case when json_type(${json}) in ('integer', 'real') then ${json} ->> '$' end`,
  jsonHas: (json, texts) =>
    sql`exists (select 1 from json_each(${json}) as held where case json_type(${json}) when 'array' then held.type = 'text' and held.value in ${texts} when 'object' then held.type = 'true' and held.key in ${texts} else 0 end)`,
  jsonList: values => sql`json_array(${sql.join(values)})`,
  jsonGathered: value => sql`json_group_array(${value})`,
})
