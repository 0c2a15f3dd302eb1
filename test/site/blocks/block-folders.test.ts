import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type defineBlock, RegistrationError } from '@platen/site/extend'
import t from 'tap'
import { makeSite } from '../make-site.js'

const SEASON = {
  $schema: 'https://schemas.example/block.json',
  apiVersion: 3,
  name: 'garden/season',
  title: 'Season',
  attributes: { month: { type: 'integer', default: 1 }, note: { type: 'string', source: 'html', selector: 'p' } },
  supports: { anchor: true },
  editorScript: 'file:./index.js',
  render: 'file:./render.php',
  __experimentalFlag: true,
}
const BED = { name: 'garden/bed', title: 'Bed', keywords: ['row'] }

const render: ReturnType<typeof defineBlock>['render'] = ({ month }) => `<p>${month}</p>`

const folders = { season: { 'block.json': JSON.stringify(SEASON) }, bed: { 'block.json': JSON.stringify(BED) } }

t.test('the block types of folders are registered when the site becomes ready', async t => {
  const folder = t.testdir({ ...folders, notes: { 'readme.md': '' }, 'file.txt': '' })
  const { site, send } = await makeSite({
    register: site => site.registerBlocksFrom(folder, { 'garden/season': { render } }),
  })
  await site.ready()
  t.same((await send('GET /block-types/garden?_fields=name,is_dynamic')).body, [
    { name: 'garden/bed', is_dynamic: false },
    { name: 'garden/season', is_dynamic: true },
  ])
  t.match((await send('GET /block-types/garden/season')).body, {
    title: 'Season',
    api_version: 3,
    attributes: { month: { type: 'integer', default: 1 }, anchor: { type: 'string' } },
    editor_script_handles: ['garden-season-editor-script'],
  })
  t.match((await send('GET /block-renderer/garden/season?context=edit&attributes[month]=5')).body, {
    rendered: '<p>5</p>',
  })
})

t.test('a folder may be that of one block type, and a URL', async t => {
  const folder = t.testdir({ 'a b': { 'block.json': JSON.stringify(BED), ...folders } })
  const { send } = await makeSite({
    register: site => site.registerBlocksFrom(pathToFileURL(join(folder, 'a b'))),
  })
  t.same((await send('GET /block-types/garden?_fields=name')).body, [{ name: 'garden/bed' }])
})

const WRONG: readonly (readonly [what: string, text: string, message: RegExp])[] = [
  ['no JSON', '{', /block\.json is not valid JSON/],
  ['no object', '[]', /block\.json is not a JSON object/],
  ['no name', '{}', /block\.json: "name" is missing/],
  ['an unknown key', JSON.stringify({ ...BED, atributes: {} }), /block\.json .*"atributes".*"attributes"/],
  ['a wrong title', JSON.stringify({ ...BED, title: 5 }), /block\.json: "title"/],
  ['wrong keywords', JSON.stringify({ ...BED, keywords: [{}] }), /block\.json: "keywords"\[0\]/],
  [
    'a wrong position',
    JSON.stringify({ ...BED, blockHooks: { 'a/b': 'inside' } }),
    /block\.json: "blockHooks"\[a\/b\]/,
  ],
  ['a wrong name', JSON.stringify({ ...BED, name: 'Bed' }), /block\.json: .*namespace\/name/],
  ['a wrong schema', JSON.stringify({ ...BED, attributes: { x: { type: 'text' } } }), /block\.json: the attribute "x"/],
  ['a script', JSON.stringify({ ...BED, render: 'file:./render.php' }), /block\.json: "render"/],
  ['variations in a file', JSON.stringify({ ...BED, variations: 'file:./more.php' }), /block\.json: "variations"/],
]

for (const [what, text, message] of WRONG) {
  t.test(`${what} stops the start`, async t => {
    const folder = t.testdir({ one: { 'block.json': text } })
    const { site } = await makeSite({ register: site => site.registerBlocksFrom(folder) })
    await t.rejects(site.ready(), { name: RegistrationError.name, message })
  })
}

t.test('a missing folder stops the start', async t => {
  const folder = t.testdir({ empty: {}, ...folders })
  for (const [path, code, message] of [
    [join(folder, 'nothing'), {}, /no folder/],
    [join(folder, 'empty'), {}, /no block\.json/],
    [join(folder, 'bed'), { 'garden/bet': { render } }, /no block type "garden\/bet"/],
  ] as const) {
    const { site } = await makeSite({ register: site => site.registerBlocksFrom(path, code) })
    await t.rejects(site.ready(), { name: RegistrationError.name, message })
  }
})

t.test('folders are registered before the site is ready', async t => {
  const { site } = await makeSite()
  await site.ready()
  t.throws(() => site.registerBlocksFrom(t.testdir(folders)), RegistrationError)
})
