import { GrowingBytes } from '@platen/core'
import t from 'tap'

t.test('bytes of chunks, in order', async t => {
  const growing = new GrowingBytes()
  t.equal(growing.bytes().length, 0)
  for (let from = 0; from < 1000; from += 10) growing.add(Uint8Array.from({ length: 10 }, (_, i) => (from + i) % 256))
  t.equal(growing.size, 1000)
  t.same(
    [...growing.bytes()],
    Array.from({ length: 1000 }, (_, i) => i % 256),
  )
})

t.test('keeps no chunk but a single one, and changes none', async t => {
  const growing = new GrowingBytes()
  const first = Uint8Array.of(1, 2, 3)
  growing.add(first.subarray(0, 1))
  t.equal(growing.bytes().buffer, first.buffer)
  const chunk = new Uint8Array(1)
  for (let value = 10; value < 15; value++) {
    chunk[0] = value
    growing.add(chunk)
  }
  t.same([...growing.bytes()], [1, 10, 11, 12, 13, 14])
  t.same([...first], [1, 2, 3])
})

t.test('takes at most twice the memory of the bytes', async t => {
  const growing = new GrowingBytes()
  for (let i = 0; i < 10_000; i++) growing.add(Uint8Array.of(0))
  t.ok(growing.bytes().buffer.byteLength <= 20_000)
})

t.test('begins anew once its bytes are taken', async t => {
  const growing = new GrowingBytes()
  growing.add(Uint8Array.of(1))
  growing.add(Uint8Array.of(2))
  t.same([...growing.take()], [1, 2])
  t.equal(growing.size, 0)
  growing.add(Uint8Array.of(3))
  t.same([...growing.bytes()], [3])
})
