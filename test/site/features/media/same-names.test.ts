import { createDiskStorage } from '@platen/media'
import type { FileStorage } from '@platen/site/media'
import t from 'tap'
import { makeSite } from '../../make-site.js'

/** A storage that counts how often a file is put into it. */
function counted(storage: FileStorage): { storage: FileStorage; puts: () => number } {
  let puts = 0
  const { receive: _, ...others } = storage
  const counting: FileStorage = {
    ...others,
    put(path, file) {
      puts++
      return storage.put(path, file)
    },
  }
  return { storage: counting, puts: () => puts }
}

t.test('many files of one name: each is put twice at most', async t => {
  const { storage, puts } = counted(createDiskStorage({ folder: t.testdir(), url: 'https://site.example/files' }))
  const { site } = await makeSite({ media: { storage } })
  const upload = async () => {
    const headers = {
      'x-as': 'administrator',
      'content-type': 'text/plain',
      'content-disposition': 'attachment; filename="a.txt"',
    }
    const body = { kind: 'bytes', bytes: new TextEncoder().encode('a') } as const
    const answer = await site.dispatch({ method: 'POST', path: '/cms/v2/media', headers, body })
    return (answer.body as { filename: string }).filename
  }
  for (let i = 0; i < 60; i++) await upload()
  const before = puts()
  t.equal(await upload(), 'a-60.txt')
  t.equal(puts() - before, 2)
})
