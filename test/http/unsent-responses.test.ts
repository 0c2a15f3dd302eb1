import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import t from 'tap'

const MIB = 1024 * 1024
const { createUnsentCount } = (await import(
  new URL('../../../packages/http/dist/unsent-responses.js', import.meta.url).href
)) as typeof import('../../packages/http/src/unsent-responses.js')

/** A server whose responses are larger than what the system buffers. */
async function largeResponses(t: { teardown(work: () => void): void }, most: number) {
  const count = createUnsentCount(most)
  const body = 'x'.repeat(16 * MIB)
  const server = createServer((_req, res) => {
    res.end(body)
    count(res)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  /** Sends a request; the response is read later, and how much of it there is. */
  const ask = async () => {
    const socket = connect(port, '127.0.0.1')
    t.teardown(() => socket.destroy())
    socket.on('error', () => {})
    const handled = once(server, 'request')
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    await handled
    return async () => {
      let received = 0
      socket.on('data', chunk => {
        received += chunk.length
      })
      await once(socket, 'close')
      return received > 16 * MIB ? 'whole' : 'cut off'
    }
  }
  return ask
}

t.test('clients that read nothing are disconnected when their responses take too much memory', async t => {
  const ask = await largeResponses(t, 40 * MIB)
  const read = [await ask(), await ask(), await ask()]
  t.strictSame(await Promise.all(read.map(each => each())), ['cut off', 'whole', 'whole'])
})

t.test('a client that reads gets its response, and then no longer counts', async t => {
  const ask = await largeResponses(t, 40 * MIB)
  for (const _ of [1, 2, 3, 4]) t.equal(await (await ask())(), 'whole')
})

t.test('a single response may be larger than all may be together', async t => {
  const ask = await largeResponses(t, 8 * MIB)
  t.equal(await (await ask())(), 'whole')
})
