import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import t from 'tap'
import { root } from '../house/workspace.js'
import { linksOf, sectionsOf } from './links.js'
import { writtenPages } from './pages.js'

for (const { path, text } of writtenPages()) {
  t.test(`the links of ${path} lead somewhere`, async t => {
    for (const { to, section } of linksOf(text)) {
      const target = to === '' ? path : to.startsWith('/') ? to.slice(1) : posix.join(posix.dirname(path), to)
      const file = join(root, target)
      t.ok(existsSync(file), `${to} is there`)
      if (section === undefined || !existsSync(file) || statSync(file).isDirectory()) continue
      t.ok(sectionsOf(readFileSync(file, 'utf8')).has(section), `${target} has a section ${section}`)
    }
    t.pass('all were looked at')
  })
}

t.test('every guide is linked from the list of guides', async t => {
  const list = readFileSync(join(root, 'docs/README.md'), 'utf8')
  for (const { path } of writtenPages().filter(page => page.path.startsWith('docs/guides/'))) {
    t.ok(list.includes(path.replace('docs/', '')), path)
  }
})

t.test('the stages in docs/architecture.md are files', async t => {
  const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
  const [, section = ''] = /^## The life of a request$(.*?)^## /ms.exec(text) ?? []
  const files = [...section.matchAll(/^\|.*$/gm)].flatMap(([row]) => row.match(/(?<=`)[\w./-]+\.ts(?=`)/g) ?? [])
  t.ok(files.length > 10)
  for (const file of files) t.ok(existsSync(join(root, 'packages/core/src/dispatch', file)), file)
})

t.test('finds links and sections', async t => {
  const text = '# One `two` (three)\n[a](b.md#c) [d](https://e.example) `[f](g.md)`\n```md\n[h](i.md)\n```\n## A_b'
  t.same(linksOf(text), [{ to: 'b.md', section: 'c' }])
  t.same([...sectionsOf(text)], ['one-two-three', 'a_b'])
})
