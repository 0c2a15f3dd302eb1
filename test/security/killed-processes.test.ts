import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { postsIn } from '@platen/site'
import { openSqliteStore } from '@platen/sql/sqlite'
import Database from 'better-sqlite3'
import t from 'tap'
import { archiveProgram } from '../processes/archived-program.js'
import { chooseSeed, createRandom } from '../robustness/random.js'
import { makeSite } from '../site/make-site.js'
import { openSiteFile } from '../site/open-site-file.js'
import type { Written } from './writing-site.js'

const startWriting = await archiveProgram(fileURLToPath(new URL('writing-site.js', import.meta.url)))

const random = createRandom(chooseSeed())
const KILLS = 30
/** What V8 would compile and collect in other threads is not worth it before the process is killed. */
const BRIEF_LIFE = ['--no-opt', '--single-threaded-gc', '--min-semi-space-size=32', '--max-semi-space-size=64']
/** Sites that are written to and killed at the same time. */
const LANES = 3

/** What must never be in a file, as queries that find it. */
const HALF_WRITTEN: readonly [name: string, query: string][] = [
  [
    'a term counts other posts than it has',
    `
    select id from terms where taxonomy in ('post_tag', 'category') and count <>
      (select count(*) from assignments, posts where term = terms.id and posts.id = object and status = 'publish')`,
  ],
  [
    'a post without a category',
    `
    select id from posts where type = 'post' and status = 'publish' and id not in (select object from assignments where term = 1)`,
  ],
  [
    'a created post without its tag',
    `
    select id from posts where title like '% created' and
      (select count(*) from assignments, terms where object = posts.id and terms.id = term and taxonomy = 'post_tag') <> 1`,
  ],
  [
    'a created post without its format',
    `
    select id from posts where title like '% created' and
      (select count(*) from assignments, terms where object = posts.id and terms.id = term and taxonomy = 'post_format') <> 1`,
  ],
  [
    'an updated post without a revision',
    `
    select id from posts where title like '% updated' and type = 'post' and
      not exists (select 1 from posts as revisions where revisions.parent = posts.id and revisions.title = posts.title)`,
  ],
  [
    'a revision without its post',
    `
    select id from posts where type = 'revision' and parent not in (select id from posts where type = 'post')`,
  ],
  [
    'an assignment of nothing',
    `
    select id from assignments where object not in (select id from posts) or term not in (select id from terms)`,
  ],
  ['meta of nothing', `select id from meta where kind = 'post' and object not in (select id from posts)`],
  [
    'a post without its folded texts, or with those of another time',
    `
    select posts.id from posts left join post_texts on post_texts.id = posts.id
    where post_texts.title is not title_folded and (type <> 'revision' or post_texts.id is not null)`,
  ],
  [
    'folded texts of nothing, or of a revision',
    `select id from post_texts where id not in (select id from posts where type <> 'revision')`,
  ],
  [
    'a sticky post that is gone',
    `
    select json_each.value from options, json_each(options.value) where name = 'sticky_posts' and
      json_each.value not in (select id from posts)`,
  ],
]

/**
 * Starts a process that writes to a file, kills it in the middle of a write, and resolves with the acknowledged writes.
 */
async function writeAndKill(path: string, run: number): Promise<readonly Written[]> {
  const child = startWriting([path, String(run)], BRIEF_LIFE)
  const written: Written[] = []
  child.on('message', (one: Written) => written.push(one))
  const exited = once(child, 'exit')
  await Promise.race([once(child, 'message'), exited])
  await pause(random.next() * 120)
  child.kill('SIGKILL')
  await Promise.all([exited, once(child, 'disconnect').catch(() => {})])
  return written
}

/** How far a post has come in its life, which ends with its deletion or its restoring. */
const stepOf = (title: string | undefined) => ['created', 'updated'].findIndex(step => title?.endsWith(step))
const isLater = (found: string | undefined, acknowledged: string | undefined) => {
  const [from, to] = [stepOf(acknowledged), stepOf(found)]
  return from >= 0 && (to < 0 || to > from)
}

t.test(`${KILLS} processes that are killed while they write`, async t => {
  const folder = t.testdir()
  const lane = async (number: number) => {
    const path = `${folder}/${number}.sqlite`
    const first = await openSqliteStore({ path })
    await makeSite({ store: first })
    await first.close()
    const expected = new Map<number, string | undefined>()
    for (let run = number; run < KILLS; run += LANES) {
      const written = await writeAndKill(path, run)
      t.ok(written.length > 0, `run ${run}: ${written.length} writes were acknowledged`)
      const latest = new Map(written.map(({ id, title }) => [id, title]))
      for (const [id, title] of latest) expected.set(id, title)
      const store = await openSiteFile(path)
      const database = new Database(path)
      t.equal(database.pragma('integrity_check', { simple: true }), 'ok', `run ${run}: the file is sound`)
      database.exec("insert into post_texts_search (post_texts_search, rank) values ('integrity-check', 1)")
      for (const [name, query] of HALF_WRITTEN) t.same(database.prepare(query).all(), [], `run ${run}: ${name}`)
      database.close()
      for (const [id, title] of expected) {
        const found = (await postsIn(store).get(id))?.title
        // What was on its way when the process was killed may be there, though it was not acknowledged.
        if (found !== title && !(latest.has(id) && isLater(found, title))) {
          t.fail(`run ${run}: ${id} is ${found}, ${title} was acknowledged`)
        }
        expected.set(id, found)
      }
      await store.close()
    }
    return expected.size
  }
  const sizes = await Promise.all(Array.from({ length: LANES }, (_, number) => lane(number)))
  t.comment(`${sizes.join(' + ')} posts were written`)
  t.ok(
    sizes.every(size => size >= KILLS / LANES),
    'each run has written something',
  )
})
