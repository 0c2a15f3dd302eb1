import { createMemoryStorage } from '@platen/media'
import { openSqliteStore } from '@platen/sql/sqlite'
import Database from 'better-sqlite3'
import { makeSite } from '../site/make-site.js'
import { observeStatements, type RanStatement } from '../sql/observe-statements.js'

/** A number of records of each kind, written past the store: a large site is there within seconds. */
const FILLING = `
create temp table numbers as
  with recursive counted (n) as (select 1 union all select n + 1 from counted where n < $count) select n from counted;

insert into users (id, version, login, login_folded, email, email_folded, password_hash, slug, slug_folded, display_name,
  display_name_folded, first_name, first_name_folded, last_name, last_name_folded, nickname, nickname_folded, url,
  url_folded, description, locale, roles, capabilities, registered)
select 1000 + n, 1, 'u' || n, 'u' || n, n || '@e.example', n || '@e.example', '', 'u' || n, 'u' || n, 'User ' || n,
  'user ' || n, '', '', '', '', '', '', '', '', '', '', '["author"]', '{}', '2024-01-01T00:00:00'
from numbers where n % 10 = 0;

insert into terms (id, version, taxonomy, name, name_folded, slug, slug_folded, description, parent, "group", count)
select 1000 + n, 1, iif(n % 20 = 0, 'category', 'post_tag'), 'Term ' || n, 'term ' || n, 't' || n, 't' || n, '',
  iif(n % 40 = 0, 1000 + n - 20, 0), 0, n
from numbers where n % 10 = 0;

insert into posts (id, version, type, status, author, date, date_gmt, modified, modified_gmt, slug, title, title_folded,
  password, parent, menu_order, comment_status, ping_status, guid, mime_type, comment_count, excerpt, content)
select 1000 + n, 1, case n % 10 when 7 then 'page' when 8 then 'attachment' when 9 then 'revision' else 'post' end,
  case when n % 10 >= 8 then 'inherit' when n % 50 = 0 then 'draft' else 'publish' end, 1000 + (n / 10) * 10,
  strftime('%Y-%m-%dT%H:%M:%S', 1577836800 + n * 600, 'unixepoch'),
  strftime('%Y-%m-%dT%H:%M:%S', 1577836800 + n * 600, 'unixepoch'),
  strftime('%Y-%m-%dT%H:%M:%S', 1577836800 + n * 600, 'unixepoch'),
  strftime('%Y-%m-%dT%H:%M:%S', 1577836800 + n * 600, 'unixepoch'),
  case n % 10 when 9 then (999 + n) || '-revision-v1' else 'p' || n end, 'Post ' || n, 'post ' || n, '',
  iif(n % 10 >= 8, 1000 + n - 8, 0), 0, 'open', 'open', 'http://e.example/?p=' || n,
  iif(n % 10 = 8, 'image/png', ''), 0, '', 'Text'
from numbers;
insert into post_texts (id, title, excerpt, content) select 1000 + n, 'post ' || n, '', 'text' from numbers;

insert into assignments (version, object, term, position)
select 1, 1000 + n, 1000 + (n / 10) * 10, 0 from numbers where n % 10 < 7
union all select 1, 1000 + n, 1, 0 from numbers where n % 10 < 7;

insert into comments (id, version, post, parent, author, author_name, author_name_folded, author_email,
  author_email_folded, author_url, author_ip, author_agent, date, date_gmt, status, type, content, content_folded)
select 1000 + n, 1, 1000 + n - n % 10, 0, 1000 + (n / 10) * 10, 'Ann', 'ann', 'ann@e.example', 'ann@e.example', '', '',
  '', strftime('%Y-%m-%dT%H:%M:%S', 1577836800 + n * 600, 'unixepoch'),
  strftime('%Y-%m-%dT%H:%M:%S', 1577836800 + n * 600, 'unixepoch'), 'approved', 'comment', 'Text', 'text'
from numbers;

insert into meta (version, kind, object, key, value)
select 1, 'post', 1000 + n, '_thumbnail_id', cast(1008 + n - n % 10 as text) from numbers where n % 10 = 1
union all select 1, 'user', 1000 + n, 'nickname', '"Ann"' from numbers where n % 10 = 0
union all select 1, 'term', 1000 + n, 'color', '"red"' from numbers where n % 10 = 0;

insert into application_passwords (version, uuid, user, app_id, name, name_folded, hash, created, last_used, last_ip)
select 1, n || '-uuid', 1000 + n, '', 'App', 'app', 'hash ' || n, 1700000000, null, null from numbers where n % 10 = 0;
drop table numbers;
update sqlite_sequence set seq = 300000;
`

/** Writes the records. Creating the indexes afterwards takes half of the time. */
function fill(path: string, count: number): void {
  const database = new Database(path)
  database.pragma('synchronous = off')
  database.pragma('journal_mode = off')
  database.pragma('cache_size = -200000')
  const indexes = database
    .prepare<[], { name: string; sql: string }>(
      "select name, sql from sqlite_schema where type = 'index' and sql <> ''",
    )
    .all()
  const dropping = indexes.map(({ name }) => `drop index ${name};`).join('\n')
  const making = indexes.map(({ sql }) => `${sql};`).join('\n')
  // An index takes its statistics with it.
  const statistics = 'create temp table statistics as select * from sqlite_stat1;'
  const restoring =
    'delete from sqlite_stat1; insert into sqlite_stat1 select * from statistics; analyze sqlite_schema;'
  const filling = FILLING.replace('$count', String(count))
  database.exec(`begin; ${statistics} ${dropping} ${filling} ${making} ${restoring} commit`)
  database.close()
}

/** How many records a statement goes through at most until it is stopped. */
export const MOST_VISITS = 1000

/** A site in a SQLite file with the given numbers of posts, comments and so on, and the means to observe it. */
export async function growingSite(path: string, count: number) {
  const empty = await openSqliteStore({ path })
  await makeSite({ store: empty })
  await empty.close()
  fill(path, count)
  const ran: RanStatement[] = []
  const store = await openSqliteStore({
    path,
    statementTimeout: Number.POSITIVE_INFINITY,
    onStatement: (sql, parameters) => ran.push({ sql, parameters }),
  })
  const directory = { search: async () => [] }
  const storage = createMemoryStorage({ url: 'https://site.example/files' })
  const made = await makeSite({
    store,
    blockDirectory: directory,
    patternDirectory: directory,
    media: { storage },
    register(site) {
      site.registerSidebar('main', { name: 'Main' })
      site.use({ name: 'deletion of revisions', capabilities: { administrator: ['delete_revisions'] } })
    },
  })
  const { close, ...observed } = observeStatements(path, MOST_VISITS)
  return {
    ...made,
    ...observed,
    ran,
    /** Uploads a text file. */
    upload: () =>
      made.site.dispatch({
        method: 'POST',
        path: '/cms/v2/media',
        headers: {
          'x-as': 'administrator',
          'content-type': 'text/plain',
          'content-disposition': 'attachment; filename=a.txt',
        },
        body: { kind: 'bytes', bytes: new TextEncoder().encode('a') },
      }),
    async close() {
      close()
      await store.close()
    },
  }
}
