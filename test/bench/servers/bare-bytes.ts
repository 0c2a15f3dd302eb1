import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Headers that `node:http` itself adds to every response. */
const OWN_HEADERS = new Set(['connection', 'date', 'keep-alive'])

/** A bare `node:http` server that sends the response of another server, whose URL is the first argument, byte for byte. */
const answer = await fetch(process.argv[2] as string, { headers: { 'Accept-Encoding': 'identity' } })
const bytes = Buffer.from(await answer.arrayBuffer())
const headers = [...answer.headers].filter(([name]) => !OWN_HEADERS.has(name)).flat()
const server = createServer((_request, response) => {
  response.writeHead(answer.status, headers)
  response.end(bytes)
})
server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`))
