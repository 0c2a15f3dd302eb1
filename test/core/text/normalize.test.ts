import { normalize } from '@platen/core'
import t from 'tap'

t.test('texts are put in normal forms', async t => {
  t.equal(normalize('e\u0301', 'NFC'), 'é')
  t.equal(normalize('é', 'NFD'), 'e\u0301')
  t.equal(normalize('ﬁ', 'NFKC'), 'fi')
  t.equal(normalize('a\u0301\u0323', 'NFD'), 'a\u0323\u0301', 'marks are in order')
})

t.test('marks in large numbers are cut', async t => {
  t.equal(normalize(`a${'\u0301'.repeat(30)}b`, 'NFD'), `a${'\u0301'.repeat(30)}b`)
  t.equal(normalize(`a${'\u0301'.repeat(1000)}b${'\u0323'.repeat(1000)}`, 'NFD').length, 62)
})
