import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import t, { type Test } from 'tap'
import { run, type Surroundings, start } from './fake-terminal.js'
import { newFolder } from './new-site.js'
import { serveNewSite } from './serve-new-site.js'

/** A new working directory. */
function newWorkingDirectory(t: Test): string {
  const before = process.cwd()
  const folder = newFolder(t)
  process.chdir(folder)
  t.teardown(() => process.chdir(before))
  return folder
}

/** Serves until the interface is printed; resolves with the result. */
async function serve(words: readonly string[], surroundings?: Surroundings) {
  const running = start(['serve', '--port', '0', ...words], surroundings)
  await running.printed(/^ +interface +\S+$/m)
  running.interrupt()
  return running.ended
}

/** A folder that already exists, by a function that fills it. */
const newFolders: Readonly<Record<string, readonly [words: readonly string[], prepare?: () => void]>> = {
  'the default folder': [[]],
  'a new folder': [['--data', 'sites/garden']],
  'an empty folder': [['--data', 'garden'], () => mkdirSync('garden')],
  'a folder with hidden files alone': [
    ['--data', 'garden'],
    () => {
      mkdirSync('garden')
      writeFileSync('garden/.gitkeep', '')
    },
  ],
  'the folder of a first start that was interrupted': [
    ['--data', 'garden'],
    () => {
      mkdirSync('garden')
      writeFileSync('garden/site.sqlite', '')
      writeFileSync('garden/site.sqlite-wal', '')
    },
  ],
  'an empty working directory': [['--data', '.']],
  'a file in a new folder': [['--store', 'sqlite', 'garden/a.sqlite']],
  'a folder of the configuration': [
    ['--config', 'project/platen.config.mjs'],
    () => {
      mkdirSync('project')
      writeFileSync('project/platen.config.mjs', 'export default {}')
    },
  ],
}

for (const [name, [words, prepare]] of Object.entries(newFolders))
  t.test(`a site is created in ${name}`, async t => {
    newWorkingDirectory(t)
    prepare?.()
    t.match((await serve(words)).out, /^This is a new site/)
    t.notMatch((await serve(words)).out, /This is a new site/, 'once')
  })

t.test('a site is not created', async t => {
  const elsewhere = newFolder(t)
  const cases: Readonly<Record<string, readonly [words: readonly string[], found: RegExp]>> = {
    'in a missing folder elsewhere': [
      ['--data', join(elsewhere, 'missing')],
      /: the folder does not exist, and is not in/,
    ],
    'in an empty folder elsewhere': [
      ['--data', elsewhere],
      /: the folder is empty, and is not in the working directory\./,
    ],
    'behind a link to a folder elsewhere': [['--data', 'link'], /the folder is empty, and is not in/],
    'below such a link': [['--data', 'link/new'], /the folder does not exist, and is not in/],
    'beside other files': [['--data', 'project'], /: the folder contains other files \(a\.txt, b, c, …\)\./],
    'beside the files of a lost database': [['--data', 'lost'], /contains other files \(files\)/],
    'in the folder of other programs': [['--store', 'sqlite', 'project/b/../new.sqlite'], /contains other files/],
    'in the database of another program': [['--store', 'sqlite', 'project/c'], /contains other files/],
  }
  const folder = newWorkingDirectory(t)
  symlinkSync(elsewhere, 'link')
  mkdirSync('lost/files', { recursive: true })
  mkdirSync('project/b', { recursive: true })
  for (const name of ['a.txt', 'd']) writeFileSync(join('project', name), '')
  const other = new Database('project/c')
  other.exec('create table birds (name text)')
  other.close()
  const before = [readdirSync(folder, { recursive: true }), readFileSync('project/c')]
  for (const [name, [words, found]] of Object.entries(cases)) {
    const { code, err, out } = await run(['serve', '--port', '0', ...words])
    t.equal(code, 1, name)
    t.match(err, found, name)
    t.match(err, /^platen: There is no site in \/.*"platen init" or "platen serve --create" creates one\.$/, name)
    t.equal(out, '', name)
    t.same([readdirSync(folder, { recursive: true }), readFileSync('project/c')], before, name)
    t.same(readdirSync(elsewhere), [], name)
  }
  t.match((await serve(['--create', '--data', join(elsewhere, 'missing')])).out, /^This is a new site/)
  t.match((await serve(['--create', '--data', 'project'])).out, /^This is a new site/)
})

t.test('in the root folder, no folder counts as one of the working directory', async t => {
  const data = join(newFolder(t), 'data')
  newWorkingDirectory(t)
  process.chdir('/')
  t.match(await run(['serve', '--port', '0', '--data', data]), { code: 1, err: /is not in the working directory/ })
  t.notOk(existsSync(data))
})

t.test('a store of the configuration needs --create', async t => {
  newWorkingDirectory(t)
  const sqlite = import.meta.resolve('@platen/sql/sqlite')
  const text = `export default { store: () => openSqliteStore({ path: 'a.sqlite' }) }; import { openSqliteStore } from '${sqlite}'`
  writeFileSync('platen.config.mjs', text)
  t.match(await run(['serve', '--port', '0']), {
    code: 1,
    err: /no site in the store of the configuration\. "platen init"/,
  })
  t.match((await serve(['--create'])).out, /^This is a new site/)
  t.match(await serve([]), { code: 0 })
})

t.test('the pages and the interface are printed', async t => {
  newWorkingDirectory(t)
  const urlsOf = ({ out }: { out: string }) =>
    [...out.matchAll(/^ {2}([a-z ]+?) {2,}(http\S+)$/gm)].map(([, ...row]) => row)
  const url = ['--url', 'https://garden.example/blog']
  t.same(urlsOf(await serve(url)), [
    ['front page', 'https://garden.example/blog/'],
    ['console', 'https://garden.example/blog/console'],
    ['interface', 'https://garden.example/blog/cms-json/'],
  ])
  t.same(urlsOf(await serve([...url, '--base-path', '/'])), [['interface', 'https://garden.example/blog/']])
  writeFileSync('platen.config.mjs', 'export default { console: false }')
  t.same(
    urlsOf(await serve(url)).map(([name]) => name),
    ['front page', 'interface'],
  )
})

const BLOCKS = '<!-- wp:loginout /--><!-- wp:loginout {"displayLoginAsForm":true,"redirectToCurrent":true} /-->'

const decoded = (html: string) => html.replaceAll('&#038;', '&').replaceAll('&amp;', '&')

for (const dialect of ['cms', 'wp'])
  t.test(`the block core/loginout leads to pages of the console, and back (${dialect})`, async t => {
    const { api, password, authorization } = await serveNewSite(t, dialect)
    const created = await fetch(`${api}/${dialect}/v2/posts`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'A', content: BLOCKS, status: 'publish' }),
    })
    const post = `${api}/${dialect}/v2/posts/${((await created.json()) as { id: number }).id}`
    const rendered = async (headers: Record<string, string> = {}) => {
      const answer = (await (await fetch(post, { headers })).json()) as { content: { rendered: string } }
      return answer.content.rendered
    }

    const html = await rendered()
    const [, link = ''] = /<a href="([^"]+)">Log in<\/a>/.exec(html) ?? []
    const page = await fetch(decoded(link))
    t.equal(page.status, 200, link)
    t.match(page.url, '/console/sign-in?redirect_to=')
    t.match(await page.text(), '<input id="password"')
    const throughPage = await fetch(page.url, {
      method: 'POST',
      body: new URLSearchParams({ login: 'admin', password }),
      redirect: 'manual',
    })
    t.equal(throughPage.headers.get('location'), post)

    const [, action = ''] = /<form name="loginform" id="loginform" action="([^"]+)"/.exec(html) ?? []
    const [, back = ''] = /name="redirect_to" value="([^"]+)"/.exec(html) ?? []
    const send = (fields: Record<string, string>) =>
      fetch(decoded(action), {
        method: 'POST',
        body: new URLSearchParams({ log: 'admin', pwd: password, redirect_to: decoded(back), ...fields }),
        redirect: 'manual',
      })
    const throughForm = await send({ rememberme: 'forever' })
    t.equal(throughForm.headers.get('location'), post)
    t.match(throughForm.headers.getSetCookie().join(), /(?:Max-Age|Expires)=/i, 'is remembered')
    t.notMatch((await send({})).headers.getSetCookie().join(), /(?:Max-Age|Expires)=/i)
    const elsewhere = await send({ redirect_to: 'https://evil.example/' })
    t.notMatch(elsewhere.headers.get('location'), 'evil')
    const refused = await send({ pwd: 'wrong' })
    t.equal(refused.status, 403)
    const again = decoded(await refused.text())
    t.match(again, /id="login"[^>]* value="admin"/)
    const [, target = ''] = /redirect_to(?:=|" value=")([^"]+)"/.exec(again) ?? []
    t.equal(decodeURIComponent(target), post, 'the next attempt leads back as well')

    const cookie = throughForm.headers
      .getSetCookie()
      .map(each => each.split(';')[0])
      .join('; ')
    const [, out = ''] = /<a href="([^"]+)">Log out<\/a>/.exec(await rendered({ authorization })) ?? []
    const question = await fetch(decoded(out), { headers: { cookie } })
    t.match(question.url, '/console/sign-out?redirect_to=')
    const [, proof = ''] = /name="nonce" value="([^"]+)"/.exec(await question.text()) ?? []
    const gone = await fetch(question.url, {
      method: 'POST',
      headers: { cookie },
      body: new URLSearchParams({ nonce: proof }),
      redirect: 'manual',
    })
    t.equal(gone.headers.get('location'), post)
  })
