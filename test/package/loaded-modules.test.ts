import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { installSite } from '@platen/site'
import { openSqliteStore } from '@platen/sql/sqlite'
import t from 'tap'
import { root } from '../house/workspace.js'
import { temporaryFolder } from '../temporary-folder.js'
import { whileRunning } from './created-project.js'

/** With some room: to find, read and compile one takes about 0.3 milliseconds of every start. */
const MOST_MODULES = 60
/** What a list of posts needs nothing of. */
const NOT_NEEDED = [
  'argon2',
  'exif-reader',
  'fflate',
  'htmlparser2',
  'kysely',
  'music-metadata',
  'pino',
  'sanitize-html',
  'saxes',
  'sharp',
  'yauzl',
]

t.test('platen serve loads few modules before its first response, and only bundles of the packages', async t => {
  const folder = temporaryFolder('modules')
  const path = join(folder, 'site.sqlite')
  const store = await openSqliteStore({ path })
  const administrator = { login: 'admin', email: 'admin@example.com', password: 'correct horse battery staple' }
  await installSite(store, { url: 'http://localhost:8080', administrator })
  await store.close()

  // Node writes there at its end which modules it has loaded.
  const env = { ...process.env, PORT: '0', NODE_V8_COVERAGE: join(folder, 'coverage') }
  const bin = join(root, 'packages/cli/bundle/bin.js')
  await whileRunning(
    process.execPath,
    [bin, 'serve', '--store', 'sqlite', path, '--log-level', 'error'],
    { cwd: folder, env },
    async url => {
      t.equal((await fetch(`${url}/cms/v2/posts`)).status, 200)
    },
  )
  const modules = loadedModules(join(folder, 'coverage'))
  t.ok(modules.some(url => url.endsWith('/packages/site/bundle/index.js')))
  t.ok(modules.length <= MOST_MODULES, `${modules.length}: ${modules.join('\n')}`)
  t.same(
    modules.filter(url => url.includes('/packages/') && url.includes('/dist/') && !url.includes('/node_modules/')),
    [],
  )
  t.same(
    NOT_NEEDED.filter(name => modules.some(url => url.includes(`/node_modules/${name}/`))),
    [],
  )
})

function loadedModules(folder: string): string[] {
  return readdirSync(folder).flatMap(name => {
    const { result } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { result: { url: string }[] }
    return result.map(({ url }) => url).filter(url => url.startsWith('file:'))
  })
}
