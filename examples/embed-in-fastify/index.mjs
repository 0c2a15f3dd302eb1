// A site with its console and files inside a Fastify app: `node examples/embed-in-fastify/index.mjs`, on the port in PORT or 3000
import { createConsole } from '@platen/console'
import { createListener } from '@platen/http'
import { createMemoryStorage, serveFiles } from '@platen/media'
import { createMemoryStore } from '@platen/memory'
import { createSite, installSite } from '@platen/site'
import fastify from 'fastify'

const port = Number(process.env.PORT ?? 3000)
const url = `http://localhost:${port}`
const store = createMemoryStore()
const administrator = { login: 'admin', email: 'admin@example.com', password: 'only an example' }
const admin = await installSite(store, { url, title: 'A garden', administrator })
const storage = createMemoryStorage({ url: `${url}/files` })
const site = createSite({ store, url, media: { storage } })
const made = await site.call('POST', '/cms/v2/users/me/application-passwords', { name: 'example' }, { as: admin })

const app = fastify()
app.get('/', async () => (await site.call('GET', '/cms/v2/posts')).body.map(({ title }) => title.rendered))
app.register(async scope => {
  const files = serveFiles(storage)
  const listener = createListener(site, {
    pages: createConsole(site),
    async fallback(request, response) {
      if (!(await files(request, response))) response.writeHead(404).end()
    },
  })
  scope.removeAllContentTypeParsers() // In this scope bodies stay unread: the listener reads them.
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
  for (const path of ['/cms-json*', '/console*', '/files/*'])
    scope.all(path, (request, reply) => listener(request.raw, reply.hijack().raw))
})
await app.listen({ port })
console.log(`${url}/cms-json admin ${made.body.password}`)
process.once('SIGTERM', () => app.close())
