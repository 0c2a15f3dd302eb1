import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createGzip } from 'node:zlib'
import { importWxr, readWxr } from '@platen/cli'
import t from 'tap'
import { carries, element, exportText, item, meta } from '../export-text.js'
import { newSite } from '../new-site.js'

t.setTimeout(280_000)

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const MEGABYTE = 2 ** 20
const content = 'A line of <b>text</b> that a garden could hold.\n'.repeat(200)

const post = (id: number) =>
  item(
    {
      title: `Post ${id}`,
      guid: `urn:${id}`,
      creator: `author ${id % 7}`,
      post_id: id,
      post_date: '2020-01-01 00:00:00',
      content,
    },
    carries('category', `c${id % 50}`) +
      meta('number', id) +
      element('wp:comment', { 'wp:comment_id': id, 'wp:comment_content': `About ${id}`, 'wp:comment_approved': 1 }),
  )

/** An export of about so many bytes, made while it is read; `onMegabyte` is called again and again. */
function* largeExport(bytes: number, onMegabyte: () => void): Generator<Uint8Array> {
  const [begin = '', end = ''] = exportText('|').split('|')
  yield Buffer.from(begin)
  for (let id = 1, written = 0, told = 0; written < bytes; id++) {
    const chunk = Buffer.from(post(id))
    written += chunk.length
    yield chunk
    if (written - told >= 4 * MEGABYTE) {
      told = written
      onMegabyte()
    }
  }
  yield Buffer.from(end)
}

/** By how much the living heap has grown at most, in bytes. */
function watchHeap() {
  const living = () => {
    collectGarbage()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  let begin: number | undefined
  let most = 0
  return {
    look() {
      const used = living()
      // What the first megabytes leave behind is code and caches.
      begin ??= used
      most = Math.max(most, used - begin)
    },
    growth: () => most,
  }
}

t.test('reading 200 MB takes no more memory than reading little', async t => {
  const heap = watchHeap()
  const megabytes = 200
  let posts = 0
  const bytes = largeExport(megabytes * MEGABYTE, heap.look)
  const chunks = Readable.from(bytes).pipe(createGzip({ level: 1 }))
  for await (const record of readWxr(chunks)) if (record.kind === 'post') posts++
  t.comment(`${posts} posts, the heap grew by ${Math.round(heap.growth() / 1024)} KiB`)
  t.ok(posts > 90 * megabytes)
  t.ok(heap.growth() < 4 * MEGABYTE)
})

t.test('a record that never ends is refused', async t => {
  const heap = watchHeap()
  const endless = function* () {
    yield Buffer.from(`${exportText('').split('</channel>')[0]}<item>\n<content:encoded><![CDATA[`)
    for (let written = 0; ; written += MEGABYTE) {
      if (written % (16 * MEGABYTE) === 0) heap.look()
      yield Buffer.alloc(MEGABYTE, 'a')
    }
  }
  const reading = async () => {
    for await (const _ of readWxr(endless()));
  }
  await t.rejects(reading(), { name: 'WxrError', line: 12, column: 18 })
  t.ok(heap.growth() < 160 * MEGABYTE, `${Math.round(heap.growth() / MEGABYTE)} MB`)
})

t.test('importing 16 MB takes little more than the ids of what it holds', async t => {
  const heap = watchHeap()
  const site = await newSite(t, 'sqlite')
  const summary = await importWxr(site.context, largeExport(16 * MEGABYTE, heap.look))
  t.comment(`the heap grew by ${Math.round(heap.growth() / 1024)} KiB`)
  t.same(summary.get('posts of type post'), summary.get('comments'))
  t.same(summary.get('terms of category'), { created: 50, skipped: 0 })
  t.ok(heap.growth() < 5 * MEGABYTE)
})

const script = fileURLToPath(new URL('growing-heap.js', import.meta.url))

async function mostUsed(args: readonly string[], execArgv: readonly string[] = []): Promise<number> {
  const child = fork(script, args, { execArgv: [...execArgv] })
  const [bytes] = (await once(child, 'message')) as [number]
  return bytes
}

t.test('the heap of a process stays small', async t => {
  const usual = await mostUsed([])
  const small = await mostUsed(['small'])
  t.ok(small < usual * 0.85, `${small} bytes instead of ${usual}`)
  const chosen = await mostUsed(['small'], ['--heap_growing_percent=300'])
  t.ok(chosen > small * 1.1, `an option of Node stays: ${chosen} bytes`)
})
