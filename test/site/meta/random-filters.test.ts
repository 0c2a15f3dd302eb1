import { createMemoryStore } from '@platen/memory'
import t from 'tap'
import { chooseSeed } from '../../robustness/random.js'
import { openNewFile } from '../sqlite-file.js'
import { compareFilters } from './random-filters.js'

t.test('random filters and orders find what plain filters of the values find', async t => {
  const sqlite = await openNewFile(`${t.testdir()}/site.sqlite`)
  t.teardown(() => sqlite.close())
  await compareFilters(t, [createMemoryStore(), sqlite], 300, chooseSeed())
})
