import { existsSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { root, sourceFiles } from './workspace.js'

/** Folders of the core package in which each file has its own test. */
const MIRRORED = ['dispatch/', 'resource/']

t.test('every file with code has a test that mirrors its path', async t => {
  const files = sourceFiles(join(root, 'packages/core')).filter(({ path }) =>
    MIRRORED.some(each => path.startsWith(each)),
  )
  t.ok(files.length > 40)
  const untested = files
    .filter(({ text }) => /^export (?:async )?(?:const|function|class)/m.test(text))
    .map(({ path }) => path)
    .filter(path => !existsSync(join(root, 'test/core', path.replace(/\.ts$/, '.test.ts'))))
  t.same(untested, [])
})
