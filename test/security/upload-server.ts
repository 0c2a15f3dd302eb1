import { createHttpServer } from '@platen/http'
import { createDiskStorage, createSharpImages } from '@platen/media'
import { makeSite } from '../site/make-site.js'

/**
 * A process that takes uploads into the folder that it is given, and says where it listens. Asked for, it says how much
 * memory it has had at most since it was asked before, in bytes.
 */
const storage = createDiskStorage({ folder: process.argv[2] ?? '', url: 'https://site.example/files' })
const { site } = await makeSite({ media: { storage, images: createSharpImages(), maxBytes: 2 ** 30 } })
const { port } = await createHttpServer(site).listen({ host: '127.0.0.1' })
let peak = 0
const watch = () => {
  peak = Math.max(peak, process.memoryUsage.rss())
}
setInterval(watch, 5)
process.on('message', () => {
  watch()
  process.send?.(peak)
  peak = 0
})
process.send?.(port)
