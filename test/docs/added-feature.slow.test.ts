import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createMemoryStore } from '@platen/memory'
import t from 'tap'
import { root } from '../house/workspace.js'

/** The change of `docs/architecture.md` that adds a built-in feature. */
const [, diff = ''] = /```diff\n([\s\S]*?)\n```/.exec(readFileSync(join(root, 'docs/architecture.md'), 'utf8')) ?? []

t.test('adding a feature touches its folder and the list of features', async t => {
  const changed = Array.from(diff.matchAll(/^\+\+\+ b\/(.*)$/gm), ([, path]) => path)
  const others = changed.filter(path => !path?.startsWith('packages/site/src/content/reviews/'))
  t.ok(changed.length > 5)
  t.same(others, ['packages/site/src/site/built-in-features.ts'])
})

t.test('the added feature works', async t => {
  t.setTimeout(240_000)
  const folder = t.testdir()
  const site = join(folder, 'packages/site')
  mkdirSync(site, { recursive: true })
  cpSync(join(root, 'packages/site/src'), join(site, 'src'), { recursive: true })
  cpSync(join(root, 'packages/site/package.json'), join(site, 'package.json'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'the.diff'), `${diff}\n`)
  execFileSync('git', ['init', '--quiet'], { cwd: folder })
  execFileSync('git', ['apply', '--whitespace=nowarn', 'the.diff'], { cwd: folder })
  const compilerOptions = { rootDir: 'src', outDir: 'dist', types: ['node'], composite: false, declaration: false }
  const config = { extends: join(root, 'tsconfig.base.json'), compilerOptions, include: ['src'] }
  writeFileSync(join(site, 'tsconfig.json'), JSON.stringify({ ...config }))
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [tsc, '-p', site, '--declarationMap', 'false'], { stdio: 'inherit' })

  const { createSite, installSite }: typeof import('@platen/site') = await import(
    pathToFileURL(join(site, 'dist/index.js')).href
  )
  const store = createMemoryStore()
  const administrator = { login: 'ada', email: 'ada@garden.example', password: 'only for a test' }
  const ada = await installSite(store, { url: 'https://garden.example', administrator })
  const made = createSite({ store, url: 'https://garden.example' })
  const content = '<!-- wp:post-stars /-->'
  const post = await made.call<{ id: number }>(
    'POST',
    '/cms/v2/posts',
    { title: 'Tea', content, status: 'publish' },
    { as: ada },
  )
  t.equal(post.status, 201)
  const id = post.ok ? post.body.id : 0
  const review = (post: number, as = ada) =>
    made.call<{ stars: number }>('POST', '/cms/v2/reviews', { post, stars: 4 }, { as })
  const written = await review(id)
  t.equal(written.status, 201)
  t.match(written.ok && written.body, { post: id, author: ada.id, stars: 4, words: '' })
  t.equal((await review(999)).status, 400, 'a post that does not exist')
  t.equal((await review(id)).status, 409, 'a second review')
  const subscriber = { login: 'bo', email: 'bo@garden.example', password: 'only for a test', roles: ['subscriber'] }
  const bo = await made.content.users.create(subscriber, { as: made.system })
  t.equal((await review(id, bo)).status, 403)
  const shown = await made.call<{ content: { rendered: string } }>('GET', `/cms/v2/posts/${id}`, {})
  t.match(shown.ok && shown.body.content.rendered, /<p class="stars">4\.0 of 5<\/p>/)
  t.equal((await made.call('GET', '/cms/v2/widget-types/reviews', {}, { as: ada })).status, 200)
})
