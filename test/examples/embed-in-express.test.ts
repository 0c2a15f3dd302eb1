import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { runExample } from './run-example.js'

async function freePort(): Promise<string> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, resolve))
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return String(port)
}

t.test('the app and the interface in it answer', async t => {
  const port = await freePort()
  const { printed, stop, ended } = runExample(t, 'embed-in-express', { PORT: port })
  const [address = ''] = await printed(/^http\S+$/m)

  const plants = await fetch(address)
  t.equal(plants.status, 200)
  t.equal(plants.headers.get('x-cms-total'), '1')
  t.match(await plants.json(), [{ type: 'plant', title: { rendered: 'Mint' } }])

  const { origin } = new URL(address)
  t.match(await (await fetch(origin)).text(), '<h1>Mint</h1>')
  t.match(await (await fetch(`${origin}/cms-json/`)).json(), { name: 'A garden', url: origin })
  t.equal((await fetch(`${origin}/cms-json/cms/v2/plants`, { method: 'POST' })).status, 401)
  stop()
  t.equal((await ended).code, 0)
})
