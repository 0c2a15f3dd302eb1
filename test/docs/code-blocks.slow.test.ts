import t from 'tap'
import { matches, modulesOf, printComplaint } from './page-code.js'
import { writtenPages } from './pages.js'
import { compile, runModules } from './run-code.js'

const pages = writtenPages()
  .map(({ path, text }) => ({ path, page: path.replace(/\.md$/, '').replaceAll('/', '.'), modules: modulesOf(text) }))
  .filter(({ modules }) => modules.length > 0)
const sources = pages.flatMap(({ page, modules }) =>
  modules.map(({ name, text }) => [`${page}/${name}`, text] as const),
)
const complaints = await compile(new Map(sources))
const ran = pages
const outcomes = await runModules(
  ran.flatMap(({ page, modules }) => modules.filter(({ imported }) => !imported).map(({ name }) => `${page}/${name}`)),
)

t.test('the code of all pages compiles', async t => {
  t.not(pages.length, 0)
  t.equal(complaints, '')
})

for (const { path, page, modules } of ran) {
  t.test(`the code of ${path} prints what its comments show`, async t => {
    for (const { name, expected } of modules.filter(({ imported }) => !imported)) {
      const outcome = outcomes.get(`${page}/${name}`)
      t.ok(outcome, `${name} comes to an end`)
      t.equal(outcome?.error, undefined)
      t.equal(printComplaint(outcome?.printed ?? [], expected), undefined)
    }
  })
}

const said: { text: string; said: string; same: boolean }[] = [
  { text: '201', said: '201', same: true },
  { text: '201', said: '200', same: false },
  { text: 'a (b) [c]', said: 'a (b) [c]', same: true },
  { text: '{ id: 7 }', said: '{ id: … }', same: true },
  { text: '{ id: 7', said: '{ id: … }', same: false },
]

for (const { text, said: expected, same } of said) {
  t.test(`${text} ${same ? 'is' : 'is not'} ${expected}`, async t => {
    t.equal(matches(text, expected), same)
  })
}

t.test('modules are put together of blocks', async t => {
  const page = [
    '# A',
    '```ts',
    "import { a } from './b.js'",
    '```',
    'b',
    '```ts file=b.ts',
    'export const a = 1',
    '```',
  ]
  const [main, other] = modulesOf([...page, '```ts', 'console.log(a) // => 1', '```'].join('\n'))
  t.equal(main?.text, "\n\nimport { a } from './b.js'\n\n\n\n\n\n\nconsole.log(a) // => 1\n")
  t.same(main?.expected, ['1'])
  t.match(other, { name: 'b.ts', imported: true, expected: [] })
})

t.test('the printed lines must equal the expected ones', async t => {
  t.equal(printComplaint(['1', '2'], ['1', '2']), undefined)
  t.match(printComplaint(['1'], ['1', '2']), /"2" was not printed/)
  t.match(printComplaint(['1', '2'], ['1']), /does not say/)
  t.match(printComplaint(['1'], ['2']), /printed was "1"/)
})
