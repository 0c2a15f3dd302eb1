import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { folderSize } from '@platen/site/media'
import t from 'tap'

t.test('the sizes of all files, without link targets', async t => {
  const folder = t.testdir({ a: 'x'.repeat(10), within: { b: 'x'.repeat(5), deeper: { c: 'x' } }, empty: {} })
  symlinkSync(folder, join(folder, 'loop'))
  t.equal(await folderSize(folder), 16)
  t.equal(await folderSize(pathToFileURL(folder)), 16)
})

t.test('a folder that is missing has no size', async t => {
  t.equal(await folderSize(join(t.testdir(), 'missing')), 0)
})

t.test('ends when the signal aborts', async t => {
  const folder = t.testdir({ a: 'x' })
  await t.rejects(folderSize(folder, AbortSignal.abort(new Error('late'))), { message: 'late' })
})
