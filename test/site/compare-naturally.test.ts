import t from 'tap'
import { loadModule } from './load-module.js'

const { compareNaturally } = await loadModule<
  typeof import('../../packages/site/src/kernel/text/compare-naturally.js')
>('kernel/text/compare-naturally.js')

const sorted = (...names: string[]) => names.sort(compareNaturally)

t.test('numbers count by value, also after zeros at the beginning', async t => {
  t.same(sorted('tag 10', 'tag 9', 'tag 100'), ['tag 9', 'tag 10', 'tag 100'])
  t.same(sorted('010', '9'), ['9', '010'])
})

t.test('digits after a zero count as decimal places', async t => {
  t.same(sorted('1.1', '1.05', '1.051'), ['1.05', '1.051', '1.1'])
})

t.test('neither white space nor the case of ASCII counts', async t => {
  t.equal(compareNaturally('a b', 'AB'), 0)
  t.same(sorted('a b', 'a-b'), ['a-b', 'a b'])
})

t.test('other characters follow by their code points', async t => {
  t.same(sorted('Über', 'zebra', '_a', 'uhr', '😀', '\uff21'), ['uhr', 'zebra', '_a', 'Über', '\uff21', '😀'])
})

t.test('the beginning of a name comes before it', async t => {
  t.same(sorted('ab', 'a', '', 'a1'), ['', 'a', 'a1', 'ab'])
})
