import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { run } from './fake-terminal.js'

const config = (type: string, args: string) => `export default {
  setup(site) {
    site.registerPostType('${type}', { restBase: '${type}s', public: true, supports: ['title'] })
    site.registerRoute('shop/v1', '/prices', {
      endpoints: [{ methods: 'GET', permission: 'public', args: ${args}, handler: () => ({ body: [] }) }],
    })
  },
}
`

t.test('prints the document of a site, writes it, and compares it', { timeout: 120_000 }, async t => {
  const folder = t.testdir({
    'before.js': config('plant', '{}'),
    'more.js': config('plant', "{ unit: { type: 'string' } }"),
    'less.js': config('tree', "{ unit: { type: 'string', required: true } }"),
  })
  const file = join(folder, 'openapi.json')
  const of = (name: string) => ['openapi', '--config', join(folder, name), '--store', 'memory']
  const printed = await run(of('before.js'))
  t.equal(printed.code, 0, printed.err)
  const document = JSON.parse(printed.out)
  t.ok(document.paths['/cms/v2/plants/{id}'])

  t.match(await run([...of('before.js'), '--out', file]), { code: 0, out: /^Wrote / })
  t.same(JSON.parse(readFileSync(file, 'utf8')), document)
  t.match(await run([...of('before.js'), '--against', file]), { code: 0, out: /^Nothing has changed/ })
  t.match(await run([...of('more.js'), '--against', file]), {
    code: 0,
    out: /added: GET \/shop\/v1\/prices: has the new parameter unit\n(?:.*\n)*Nothing breaks clients/,
  })
  const broken = await run([...of('less.js'), '--against', file])
  t.equal(broken.code, 1)
  t.match(broken.out, /breaking: \/cms\/v2\/plants: the route is gone/)
  t.match(broken.out, /breaking: GET \/shop\/v1\/prices: the parameter unit is required/)
  t.match(broken.err, /changes break clients/)
})

t.test('shows what the site responds with to anonymous callers, or to a user', { timeout: 120_000 }, async t => {
  const exampleOf = async (...words: string[]) => {
    const { out, err, code } = await run(['openapi', '--store', 'memory', ...words])
    t.equal(code, 0, err)
    const { get } = JSON.parse(out).paths['/cms/v2/users/me']
    return get.responses[200].content['application/json'].example
  }
  t.equal(await exampleOf(), undefined)
  t.equal(await exampleOf('--examples'), undefined)
  t.match(await exampleOf('--examples', '--user', 'admin'), { name: 'admin' })
  t.match(await run(['openapi', '--store', 'memory', '--examples', '--user', 'nobody']), { code: 1, err: /"nobody"/ })
})

t.test('a file that is not a document is refused', async t => {
  const folder = t.testdir({ 'a.json': '{}', 'b.json': '{' })
  for (const name of ['a.json', 'b.json', 'c.json']) {
    const words = ['openapi', '--store', 'memory', '--against', join(folder, name)]
    t.match(await run(words), { code: 1, err: new RegExp(name) })
  }
  const parts = { schemas: {}, parameters: {}, responses: {}, requestBodies: {}, securitySchemes: {} }
  const edited = { openapi: '3.1.0', paths: { '/': { get: { operationId: 'x' } } }, components: parts }
  writeFileSync(join(folder, 'd.json'), JSON.stringify(edited))
  t.match(await run(['openapi', '--store', 'memory', '--against', join(folder, 'd.json')]), {
    code: 1,
    err: /d\.json is not a valid OpenAPI document/,
  })
  t.match(await run(['openapi', '--store', 'memory', '--out', join(folder, 'none', 'e.json')]), {
    code: 1,
    err: /e\.json cannot be written/,
  })
  writeFileSync(join(folder, 'a.json'), '{"openapi":"3.1.0","paths":{},"components":{"schemas":[]}}')
  t.match(await run(['openapi', '--store', 'memory', '--against', join(folder, 'a.json')]), { code: 1, err: /3\.1/ })
})
