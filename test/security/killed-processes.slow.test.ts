import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
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

const startWritingAppearance = await archiveProgram(fileURLToPath(new URL('writing-appearance.js', import.meta.url)))

const randomForAppearance = createRandom(chooseSeed())
const KILLS_OF_APPEARANCE = 12
const FONT_BYTES = 65_536

const termsOf = (type: string, taxonomy: string) => `
  (select count(*) from assignments, terms where object = posts.id and terms.id = term and taxonomy = '${taxonomy}') as ${type}`

/** What must never be in a file, as queries that find it. */
const HALF_WRITTEN_APPEARANCE: readonly [name: string, query: string][] = [
  [
    'a template or part that is for no theme, or a part without an area',
    `select id, ${termsOf('themes', 'cms_theme')}, ${termsOf('areas', 'cms_template_part_area')} from posts
     where type in ('cms_template', 'cms_template_part') and (themes <> 1 or areas <> (type = 'cms_template_part'))`,
  ],
  [
    'a template of a file without its origin',
    `select id from posts where type = 'cms_template' and
     not exists (select 1 from meta where kind = 'post' and object = posts.id and key = 'origin')`,
  ],
  [
    'an updated part without a revision',
    `select id from posts where type = 'cms_template_part' and title like '% updated' and
     not exists (select 1 from posts as revisions where revisions.parent = posts.id and revisions.title = posts.title)`,
  ],
  [
    'a revision or a font face without what it belongs to',
    `select id from posts where type in ('revision', 'cms_font_face') and parent not in (select id from posts)`,
  ],
  ['two global styles of a theme', `select count(*) from posts where type = 'cms_global_styles' having count(*) > 1`],
  ['content that is not JSON', `select id from posts where type = 'cms_global_styles' and not json_valid(content)`],
  ['meta of nothing', `select id from meta where kind = 'post' and object not in (select id from posts)`],
  ['an assignment of nothing', 'select id from assignments where object not in (select id from posts)'],
]

/** Starts a writing process, kills it in the middle of a write, and resolves with the acknowledged requests. */
async function writeAppearanceAndKill(path: string, folder: string, run: number): Promise<readonly string[]> {
  const child = startWritingAppearance([path, folder, String(run)])
  const written: string[] = []
  child.on('message', (one: string) => written.push(one))
  const exited = once(child, 'exit')
  const enough = 10 + randomForAppearance.next() * 50
  while (written.length < enough && child.exitCode === null) await Promise.race([once(child, 'message'), exited])
  await pause(randomForAppearance.next() * 5)
  child.kill('SIGKILL')
  await Promise.all([exited, once(child, 'disconnect').catch(() => {})])
  return written
}

t.test(`${KILLS_OF_APPEARANCE} processes that are killed while they write templates, styles and fonts`, async t => {
  const home = t.testdir({ files: {} })
  const [path, folder] = [join(home, 'site.sqlite'), join(home, 'files')]
  const first = await openSqliteStore({ path })
  await makeSite({ store: first })
  await first.close()
  const answered = new Set<string>()
  for (let run = 0; run < KILLS_OF_APPEARANCE; run++) {
    const written = await writeAppearanceAndKill(path, folder, run)
    t.ok(written.length > 0, `run ${run}: ${written.length} requests were answered`)
    for (const request of written) answered.add(request.replace(/\d+/g, '0'))
    const database = new Database(path)
    t.equal(database.pragma('integrity_check', { simple: true }), 'ok', `run ${run}: the file is sound`)
    for (const [name, query] of HALF_WRITTEN_APPEARANCE)
      t.same(database.prepare(query).all(), [], `run ${run}: ${name}`)
    const faces = database
      .prepare<[], { files: number }>(
        `select (select count(*) from meta where object = posts.id and key = '_font_face_file') as files
         from posts where type = 'cms_font_face'`,
      )
      .all()
    t.ok(
      faces.every(({ files }) => files === 2),
      `run ${run}: faces have all of their files`,
    )
    const named = database
      .prepare<[], { value: string }>(`select value from meta where key = '_font_face_file'`)
      .all()
      .map(({ value }) => JSON.parse(value) as string)
    const sizes = named.map(file => statSync(join(folder, file), { throwIfNoEntry: false })?.size)
    t.ok(
      sizes.every(size => size === FONT_BYTES),
      `run ${run}: the files of faces are complete`,
    )
    const fonts = readdirSync(folder).includes('fonts') ? readdirSync(join(folder, 'fonts')) : []
    const wrong = fonts.filter(name => statSync(join(folder, 'fonts', name)).size !== FONT_BYTES)
    t.same(wrong, [], `run ${run}: no file is incomplete`)
    database.close()
  }
  const store = await openSqliteStore({ path })
  const { send } = await makeSite({ store })
  for (const request of [
    'GET /templates',
    'GET /template-parts',
    'GET /global-styles/themes/platen',
    'GET /font-families',
  ])
    t.equal((await send(request)).status, 200, request)
  t.comment([...answered].sort().join(', '))
  for (const kind of ['template-parts', 'templates', 'global-styles', 'font-families/0/font-faces'])
    t.ok(
      [...answered].some(request => request.includes(`/${kind}`) && !request.startsWith('GET')),
      `${kind} were written`,
    )
  await store.close()
})
