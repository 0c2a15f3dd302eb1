import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { root } from '../house/workspace.js'

interface Generator {
  readonly referenceFolder: string
  referencePages(): ReadonlyMap<string, string>
}

const { referenceFolder, referencePages } = (await import(
  pathToFileURL(join(root, 'scripts/reference.mjs')).href
)) as Generator

t.test('docs/reference is what `node scripts/reference.mjs` makes of the code', async t => {
  const pages = referencePages()
  t.same(readdirSync(referenceFolder).sort(), [...pages.keys()].sort())
  for (const [name, text] of pages) t.equal(readFileSync(join(referenceFolder, name), 'utf8'), text, name)
})
