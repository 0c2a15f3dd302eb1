import { type FileStorage, openFile } from '@platen/site/media'
import type { Test } from 'tap'

/** The base of the URLs of files; storages of the contract have it. */
export const FILES_URL = 'https://site.example/files/'

/** Text as bytes. */
export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
/** Bytes as text. */
export const textOf = (found: Uint8Array | undefined): string | undefined => found && new TextDecoder().decode(found)
/** A file that is said to be an image. */
export const png = (text: string) => ({ bytes: bytes(text), type: 'image/png' })

const UNSAFE = [
  '',
  '/etc/passwd',
  '../up.txt',
  '2026/../../up.txt',
  './here.txt',
  '2026//a.txt',
  '2026/',
  'a\\b.txt',
  'a\0b',
  '.hidden',
  '2026/.a.part',
]

/** Tests what all storages of files have in common; `make` makes an empty one. */
export function storageContract(t: Test, name: string, make: (t: Test) => FileStorage | Promise<FileStorage>): void {
  t.test(`${name}: stores, returns and removes a file`, async t => {
    const storage = await make(t)
    t.equal(await storage.put('2026/11/a.png', png('one')), true)
    t.equal(textOf(await storage.get('2026/11/a.png')), 'one')
    t.equal(await storage.remove('2026/11/a.png'), true)
    t.equal(await storage.get('2026/11/a.png'), undefined)
    t.equal(await storage.remove('2026/11/a.png'), false)
  })

  t.test(`${name}: opens a file, and reads parts of it`, async t => {
    const storage = await make(t)
    await storage.put('2026/a b.png', png('0123456789'))
    const file = await openFile(storage, '2026/a b.png')
    if (file === undefined) return t.fail('the file exists')
    t.equal(file.size, 10)
    t.match(file.version, /^[\w-]{3,}$/)
    const read = async (first: number, last: number) => {
      const chunks: Uint8Array[] = []
      for await (const chunk of file.read(first, last)) chunks.push(chunk)
      return String(Buffer.concat(chunks))
    }
    t.equal(await read(0, 9), '0123456789')
    t.equal(await read(3, 5), '345')
    t.equal(await read(9, 9), '9')
    await storage.put('2026/empty.txt', png(''))
    t.equal((await openFile(storage, '2026/empty.txt'))?.size, 0)
    t.equal(await openFile(storage, '2026/none.png'), undefined)
    t.equal(await openFile(storage, '2026'), undefined)
  })

  t.test(`${name}: lists the files of a folder that begin alike`, async t => {
    const storage = await make(t)
    for (const path of ['2026/11/a.png', '2026/11/a-1.png', '2026/11/b.png', '2026/11/a/c.png', 'a.png'])
      await storage.put(path, png('x'))
    t.same([...((await storage.list?.('2026/11/a')) ?? [])].sort(), ['2026/11/a-1.png', '2026/11/a.png'])
    t.same(await storage.list?.('a'), ['a.png'])
    t.same(await storage.list?.('2027/a'), [])
    t.same(await storage.list?.('../a'), [])
  })

  t.test(`${name}: the size of all files, or of those in a folder`, async t => {
    const storage = await make(t)
    t.equal(await storage.size?.(''), 0)
    for (const path of ['2026/11/a.txt', '2026/b.txt', '20261.txt']) await storage.put(path, png('four'))
    t.equal(await storage.size?.(''), 12)
    t.equal(await storage.size?.('2026'), 8)
    t.equal(await storage.size?.('2027'), 0)
    t.equal(await storage.size?.('../..'), 0)
  })

  t.test(`${name}: a path that is too long is that of no file`, async t => {
    const storage = await make(t)
    for (const path of ['x'.repeat(300), `${'x'.repeat(300)}/a`, `${'a/'.repeat(5000)}b`, '日'.repeat(100)]) {
      t.equal(await storage.get(path), undefined)
      t.equal(await storage.open?.(path), undefined)
      t.equal(await storage.remove(path), false)
      t.same(await storage.list?.(path), [])
    }
  })

  t.test(`${name}: never replaces a file`, async t => {
    const storage = await make(t)
    await storage.put('a.png', png('one'))
    t.equal(await storage.put('a.png', png('two')), false)
    t.equal(textOf(await storage.get('a.png')), 'one')
  })

  t.test(`${name}: one of many who want a name gets it`, async t => {
    const storage = await make(t)
    const all = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    const taken = await Promise.all(all.map(text => storage.put('2026/x.png', png(text))))
    t.same(taken.filter(Boolean), [true])
    t.equal(textOf(await storage.get('2026/x.png')), all[taken.indexOf(true)])
  })

  t.test(`${name}: passed and returned bytes are copies`, async t => {
    const storage = await make(t)
    const given = bytes('one')
    await storage.put('a.png', { bytes: given, type: 'image/png' })
    given.fill(0)
    const taken = await storage.get('a.png')
    taken?.fill(0)
    t.equal(textOf(await storage.get('a.png')), 'one')
  })

  t.test(`${name}: knows no paths that lead elsewhere`, async t => {
    const storage = await make(t)
    for (const path of UNSAFE) {
      await t.rejects(storage.put(path, png('x')), { name: 'RangeError' }, JSON.stringify(path))
      t.equal(await storage.get(path), undefined, JSON.stringify(path))
      t.equal(await storage.remove(path), false, JSON.stringify(path))
    }
  })

  t.test(`${name}: addresses`, async t => {
    const storage = await make(t)
    t.equal(storage.url('2026/11/a.png'), 'https://site.example/files/2026/11/a.png')
    t.equal(storage.url(''), 'https://site.example/files/')
  })
}
