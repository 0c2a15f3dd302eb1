import { createRegistry, endpoint } from '@platen/core'
import { createHttpServer } from '@platen/http'
import { ARGS } from './eight-arguments.js'

const registry = createRegistry({ baseUrl: 'http://127.0.0.1' })
registry.route('bench/v1', '/items', {
  endpoints: [
    endpoint({ methods: 'GET', args: ARGS, permission: 'public', handler: ({ params }) => ({ body: params }) }),
  ],
})
const server = createHttpServer(registry, { basePath: '' })
const { port } = await server.listen({ port: 0, host: '127.0.0.1' })
process.send?.(`http://127.0.0.1:${port}/bench/v1/items`)
