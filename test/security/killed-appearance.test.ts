import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openSqliteStore } from '@platen/sql/sqlite'
import Database from 'better-sqlite3'
import t from 'tap'
import { archiveProgram } from '../processes/archived-program.js'
import { chooseSeed, createRandom } from '../robustness/random.js'
import { makeSite } from '../site/make-site.js'

const startWriting = await archiveProgram(fileURLToPath(new URL('writing-appearance.js', import.meta.url)))

const random = createRandom(chooseSeed())
const KILLS = 12
const FONT_BYTES = 65_536

const termsOf = (type: string, taxonomy: string) => `
  (select count(*) from assignments, terms where object = posts.id and terms.id = term and taxonomy = '${taxonomy}') as ${type}`

/** What must never be in a file, as queries that find it. */
const HALF_WRITTEN: readonly [name: string, query: string][] = [
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
async function writeAndKill(path: string, folder: string, run: number): Promise<readonly string[]> {
  const child = startWriting([path, folder, String(run)])
  const written: string[] = []
  child.on('message', (one: string) => written.push(one))
  const exited = once(child, 'exit')
  const enough = 10 + random.next() * 50
  while (written.length < enough && child.exitCode === null) await Promise.race([once(child, 'message'), exited])
  await pause(random.next() * 5)
  child.kill('SIGKILL')
  await Promise.all([exited, once(child, 'disconnect').catch(() => {})])
  return written
}

t.test(`${KILLS} processes that are killed while they write templates, styles and fonts`, async t => {
  const home = t.testdir({ files: {} })
  const [path, folder] = [join(home, 'site.sqlite'), join(home, 'files')]
  const first = await openSqliteStore({ path })
  await makeSite({ store: first })
  await first.close()
  const answered = new Set<string>()
  for (let run = 0; run < KILLS; run++) {
    const written = await writeAndKill(path, folder, run)
    t.ok(written.length > 0, `run ${run}: ${written.length} requests were answered`)
    for (const request of written) answered.add(request.replace(/\d+/g, '0'))
    const database = new Database(path)
    t.equal(database.pragma('integrity_check', { simple: true }), 'ok', `run ${run}: the file is sound`)
    for (const [name, query] of HALF_WRITTEN) t.same(database.prepare(query).all(), [], `run ${run}: ${name}`)
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
