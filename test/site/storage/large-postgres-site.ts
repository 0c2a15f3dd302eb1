import { cmsDialect, createSite, type Site } from '@platen/site'
import { openPostgresStore } from '@platen/sql/postgres'
import type { Store } from '@platen/storage'
import { Client } from 'pg'
import { fillStore, plainHasher } from '../../bench/sample-site.js'
import { administratorOf } from '../../bench/serve-site.js'
import type { RanStatement } from '../../sql/observe-statements.js'
import { newSchema } from '../../sql/postgres/new-schema.js'

const FIRST = 1000

/** A site with many posts in PostgreSQL. */
export interface LargeSite {
  readonly url: string
  readonly schema: string
  readonly site: Site
  readonly authorization: string
  /** Runs a task, and returns the statements that the store has run for it. */
  statementsOf(task: () => Promise<unknown>): Promise<readonly RanStatement[]>
  close(): Promise<void>
}

/**
 * Copies of all posts until there are `posts`: each has its own title, slug and dates, a content of more
 * than a kilobyte, which statistics skip, and the terms of the first.
 */
const copies = (posts: number) => `
  alter table posts set (autovacuum_enabled = off);
  alter table post_texts set (autovacuum_enabled = off);
  alter table assignments set (autovacuum_enabled = off);
  update posts set content = repeat(content, 3);
  update post_texts set content = repeat(content, 3);
  create temporary table firsts as select * from posts where type = 'post' order by id limit ${FIRST};
  create temporary table copies as select own.id, nextval(pg_get_serial_sequence('posts', 'id')) as copy,
    'Note ' || (${FIRST} * round + row_number() over (partition by round order by own.id)) as title,
    to_char(own.date::timestamp + round * interval '${FIRST} hours', 'YYYY-MM-DD"T"HH24:MI:SS') as date
    from firsts as own cross join generate_series(1, ${posts / FIRST - 1}) as round order by round, own.id;
  insert into posts (id, version, type, status, author, date, date_gmt, modified, modified_gmt, slug, title, title_folded,
    password, parent, menu_order, comment_status, ping_status, guid, mime_type, comment_count, trashed_status, excerpt, content)
    select copy, version, type, status, author, copies.date, copies.date, copies.date, copies.date,
      lower(replace(copies.title, ' ', '-')), copies.title, lower(copies.title), password, parent, menu_order, comment_status,
      ping_status, guid || copy, mime_type, comment_count, trashed_status, excerpt, content
    from copies join firsts using (id) order by copy;
  insert into post_texts (id, title, excerpt, content)
    select copy, lower(copies.title), texts.excerpt, texts.content from copies join post_texts as texts using (id) order by copy;
  insert into assignments (version, object, term, position)
    select version, copy, term, position from copies join assignments on object = copies.id order by copy, assignments.id`

/** Fills a new schema. The server does not gather statistics of the large tables by itself: the store has to. */
export async function openLargeSite(posts: number): Promise<LargeSite> {
  const { url, schema, drop } = await newSchema()
  let ran: RanStatement[] | undefined
  const limits = { statementTimeout: Number.POSITIVE_INFINITY, idleTransactionTimeout: 60_000 }
  const store: Store = await openPostgresStore({
    ...limits,
    url,
    schema,
    onStatement: (sql, parameters) => ran?.push({ sql, parameters }),
  })
  await fillStore(store, FIRST)
  const client = new Client(url)
  await client.connect()
  await client.query(`set search_path to ${schema}; set maintenance_work_mem = '256MB'`)
  await client.query(copies(posts))
  await client.end()
  await store.transaction(async () => undefined, { bulk: true })
  const clock = () => Date.UTC(2060, 0, 1)
  const services = { passwords: plainHasher, clock }
  const site = createSite({ store, url: 'http://127.0.0.1', dialect: cmsDialect, services, renderCache: false })
  await site.ready()
  const { authorization } = await administratorOf(site, store)
  return {
    url,
    schema,
    site,
    authorization,
    async statementsOf(task) {
      const own: RanStatement[] = []
      ran = own
      await task()
      ran = undefined
      return own
    },
    async close() {
      await store.close()
      await drop()
    },
  }
}
