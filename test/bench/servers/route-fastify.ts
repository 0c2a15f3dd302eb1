import fastify from 'fastify'
import { ARGS } from './eight-arguments.js'

const app = fastify()
app.get(
  '/bench/v1/items',
  { schema: { querystring: { type: 'object', properties: ARGS } } },
  async request => request.query,
)
const address = await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.(`${address}/bench/v1/items`)
