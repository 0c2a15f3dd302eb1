import { sql } from 'kysely'
import type { Fragment, SqlExpressions } from '../dialect.js'
import { foldFunction, foldKeyFunction } from './fold-functions.js'
import { jsonFunction } from './json-function.js'

const typeOf = (kind: 'integer' | 'text') => sql.raw(kind === 'integer' ? 'bigint' : 'text')

const parsed = (json: Fragment) => sql`${sql.raw(jsonFunction.name)}(${json})`

const begins = (json: Fragment, with_: string) => sql`left(${json}, 1) = ${sql.lit(with_)}`

/** How PostgreSQL writes what dialects write differently. */
export const postgresExpressions: SqlExpressions = Object.freeze<SqlExpressions>({
  list: (jsonList, kind) =>
    sql`(select each.value::${typeOf(kind)} as value from jsonb_array_elements_text(${parsed(jsonList)}) as each (value))`,
  places: (jsonList, kind) =>
    sql`(select each.value::${typeOf(kind)} as value, each.place - 1 as place from jsonb_array_elements_text(${parsed(jsonList)}) with ordinality as each (value, place))`,
  members: jsonLists =>
    sql`(select member.value::bigint as value, list.place from jsonb_array_elements(${parsed(jsonLists)}) with ordinality as list (members, place) cross join jsonb_array_elements_text(list.members) as member (value))`,
  rows: jsonLists => sql`jsonb_array_elements(${parsed(jsonLists)})`,
  item: (jsonList, place, kind) => sql`(${jsonList} ->> ${sql.lit(place)})::${typeOf(kind)}`,
  fold: text => sql`${sql.raw(foldFunction.name)}(${text})`,
  foldKey: text => sql`${sql.raw(foldKeyFunction.name)}(${text})`,
  contains: (text, sought) => sql`strpos(${text}, ${sought}) > 0`,
  // Trigrams are found for patterns only.
  containsIndexed: (text, sought) =>
    sql`${text} like '%' || replace(replace(replace(${sought}, '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'`,
  // The server picks pages, of which it may pick none if it should be few.
  sample: (table, rows) => {
    const share = sql`select least(100, 100 * greatest(3.0 * ${sql.lit(rows)} / greatest(reltuples, 1), 20.0 / greatest(relpages, 1))) from pg_class where oid = ${sql.lit(`"${table}"`)}::regclass`
    return sql`(select * from ${sql.table(table)} tablesample system ((${share})) order by random() limit ${sql.lit(rows)})`
  },
  startsWith: (text, sought) => sql`starts_with(${text}, ${sought})`,
  endsWith: (text, sought) => sql`right(${text}, char_length(${sought}::text)) = ${sought}`,
  jsonToText: json => sql`case when ${begins(json, '"')} then ${parsed(json)} #>> '{}' end`,
  jsonToNumber: json => sql`case when left(${json}, 1) between '-' and '9' then ${json}::double precision end`,
  jsonHas: (json, texts) =>
    sql`case when ${begins(json, '[')} then exists (select 1 from jsonb_array_elements(${parsed(json)}) as held (item) where jsonb_typeof(held.item) = 'string' and held.item #>> '{}' in ${texts}) when ${begins(json, '{')} then exists (select 1 from jsonb_each(${parsed(json)}) as held (name, item) where held.item = 'true' and held.name in ${texts}) else false end`,
  jsonList: values => sql`json_build_array(${sql.join(values)})`,
  jsonGathered: (value, order) => sql`json_agg(${value} order by ${order})`,
})
