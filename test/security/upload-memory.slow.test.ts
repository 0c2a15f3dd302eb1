import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { filler, formAround, rawFile, sendTo } from './served-site.js'

const MIB = 1024 * 1024
const SIZE = 120 * MIB
/**
 * What the process may grow by. Garbage that the engine has not collected yet takes some 35 MiB, more or less by
 * machine and engine; a server that keeps the whole upload needs all of its size.
 */
const LIMIT = SIZE / 2

const ways = {
  raw: (bytes: number) => ({ headers: rawFile(), length: bytes, pieces: filler(bytes) }),
  multipart: (bytes: number) => formAround(filler(bytes)),
}

const server = fork(fileURLToPath(new URL('./upload-server.js', import.meta.url)), [t.testdir()])
t.teardown(() => server.kill())
const [port] = (await once(server, 'message')) as [number]

for (const [way, sending] of Object.entries(ways)) {
  t.test(`an upload of 120 MB hardly takes memory: ${way}`, { timeout: 120_000 }, async t => {
    const memory = async () => {
      server.send('memory')
      return ((await once(server, 'message')) as [number])[0]
    }
    const upload = (bytes: number) => sendTo(port, { path: '/cms/v2/media', as: 'administrator', ...sending(bytes) })
    // What is compiled and loaded by a first request is not what is measured.
    t.equal((await upload(MIB)).status, 201)
    await wait(50)
    const before = await memory()
    t.equal((await upload(SIZE)).status, 201)
    const rise = (await memory()) - before
    t.ok(rise < LIMIT, `${Math.round(rise / MIB)} MiB more`)
  })
}
