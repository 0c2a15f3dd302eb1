// Writes books, each in a transaction that counts them: run with a path, a name, a number, and how many it writes at once.

import { sampleBook } from '@platen/storage/contract'
import { booksIn, openLibrary, whereBooks } from '../library.js'

const [path = '', name = '', count = '0', lanes = '1'] = process.argv.slice(2)

const store = await openLibrary({ path })

const writePost = async (at: number) => {
  await store.transaction(async tx => {
    const counted = Number((await tx.options.get('count')) ?? 0)
    await booksIn(tx).insert(sampleBook({ code: name, title: `Post ${at} of a process` }))
    await tx.options.set('count', counted + 1)
  })
}

/** Counts in a post, because transactions that write options are not committed with others. */
const writeGrouped = async (at: number) => {
  const write = store.transaction(
    async tx => {
      const counter = await booksIn(tx).first({ where: whereBooks.eq('code', 'counter') })
      if (counter === undefined) throw new Error('There is no counter.')
      await booksIn(tx).insert(sampleBook({ code: name, title: `Post ${at} of a process` }))
      await booksIn(tx).update(counter.id, { volume: counter.volume + 1 }, { version: counter.version })
      if (at % 5 === 0) throw new Error('on purpose')
    },
    { grouped: true },
  )
  await (at % 5 === 0 ? write.catch(() => undefined) : write)
}

const write = lanes === '1' ? writePost : writeGrouped
const lane = async (from: number) => {
  for (let at = from; at < Number(count); at += Number(lanes)) await write(at)
}
await Promise.all(Array.from({ length: Number(lanes) }, (_, at) => lane(at)))
await store.close()
process.disconnect()
