import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import t from 'tap'
import { answer, serve } from './serve.js'

const MIB = 1024 * 1024

/** A server whose responses are larger than what the system buffers. */
async function largeResponses(t: Parameters<typeof serve>[0], maxUnreadBytes: number) {
  const { port, requests } = await serve(t, { maxUnreadBytes }, async () => answer({ content: 'x'.repeat(16 * MIB) }))
  /** Sends a request; the response is read later, and how much of it there is. */
  const ask = async () => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    const closed = once(socket, 'close')
    const count = requests.length
    socket.pause().write('GET /cms-json/a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    while (requests.length === count) await wait(5)
    await wait(5)
    return { socket, read: (rate?: number) => amount(socket, closed, rate) }
  }
  return ask
}

/** Reads a response, at most `rate` bytes in 10 milliseconds. */
async function amount(socket: Socket, closed: Promise<unknown>, rate = Number.POSITIVE_INFINITY): Promise<string> {
  let received = 0
  if (rate === Number.POSITIVE_INFINITY) socket.on('data', chunk => (received += chunk.length)).resume()
  else {
    const timer = setInterval(() => {
      for (let left = rate; left > 0; ) {
        const chunk: Buffer | null = socket.read()
        if (chunk === null) break
        received += chunk.length
        left -= chunk.length
      }
    }, 10)
    closed.finally(() => clearInterval(timer))
  }
  await closed
  return received > 16 * MIB ? 'whole' : 'cut off'
}

t.test('of clients that read nothing, neither the first nor the last are disconnected', async t => {
  const ask = await largeResponses(t, 40 * MIB)
  const asked = [await ask(), await ask(), await ask()]
  t.strictSame(await Promise.all(asked.map(({ read }) => read())), ['whole', 'cut off', 'whole'])
})

t.test('a client that reads gets its response, and then no longer counts', async t => {
  const ask = await largeResponses(t, 40 * MIB)
  for (const _ of [1, 2, 3, 4]) t.equal(await (await ask()).read(), 'whole')
})

t.test('a single response may be larger than all may be together', async t => {
  const ask = await largeResponses(t, 8 * MIB)
  t.equal(await (await ask()).read(), 'whole')
})

t.test('many that read nothing do not cut off one that reads slowly, whenever it came', async t => {
  const ask = await largeResponses(t, 80 * MIB)
  const attack = async () => {
    for (let count = 0; count < 10; count++) await ask()
  }
  const rate = 50 * 1024
  const before = (await ask()).read(rate)
  await attack()
  const during = (await ask()).read(rate)
  // That a client reads shows when the system has sent what it buffered at first.
  await wait(1500)
  await attack()
  t.same([await before, await during], ['whole', 'whole'])
})

t.test('responses of a fallback count as well, such as files that are streamed', async t => {
  const piece = Buffer.alloc(64 * 1024)
  function* file() {
    for (let count = 0; count < 16 * 16; count++) yield piece
  }
  const { port, http } = await serve(t, {
    maxUnreadBytes: 400 * 1024,
    fallback: (_req, res) => pipeline(Readable.from(file()), res).catch(() => {}),
  })
  const attack = async (count: number) => {
    for (let each = 0; each < count; each++) {
      const socket = connect(port, '127.0.0.1').pause()
      t.teardown(() => socket.destroy())
      socket.on('error', () => {}).write('GET /file HTTP/1.1\r\nHost: x\r\n\r\n')
    }
  }
  const connections = () => promisify(http.server.getConnections.bind(http.server))()
  await attack(20)
  while ((await connections()) < 20) await wait(10)
  while ((await connections()) > 10) await wait(100)
  t.ok((await connections()) > 1, 'within the limit, they stay')
  const response = await fetch(`http://127.0.0.1:${port}/file`)
  t.equal((await response.arrayBuffer()).byteLength, 16 * MIB)
})
