import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A bare `node:http` server that sends the response of another server, whose URL is the first argument. */
const answer = await fetch(process.argv[2] as string)
const bytes = Buffer.from(await answer.arrayBuffer())
const headers = { 'Content-Type': 'application/json; charset=UTF-8', 'Content-Length': bytes.length }
const server = createServer((_request, response) => {
  response.writeHead(200, headers)
  response.end(bytes)
})
server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`))
