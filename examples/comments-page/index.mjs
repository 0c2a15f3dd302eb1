// A page with comments that visitors write without an account: `npm run build && node examples/comments-page/index.mjs`
import { readFile } from 'node:fs/promises'
import { createHttpServer } from '@platen/http'
import { createMemoryStore } from '@platen/memory'
import { cmsDialect, corsHeaders, createSite, installSite } from '@platen/site'
import { commentCheck, commentSaved } from '@platen/site/extend'

const port = Number(process.env.PORT ?? 3000)
const url = `http://localhost:${port}`
const store = createMemoryStore()
const administrator = { login: 'admin', email: 'admin@example.com', password: 'only an example' }
const admin = await installSite(store, { url, title: 'A garden', administrator })
const site = createSite({ store, url, comments: { anonymous: true } })

// A visitor's comments wait for a moderator until one was approved.
const known = new Set()
site.on(commentSaved, ({ comment }) => {
  if (comment.status === 'approved') known.add(comment.authorEmail)
})
site.filter(commentCheck, ({ value, comment }) => {
  return comment.author > 0 || known.has(comment.authorEmail) ? value : 'hold'
})

const content = 'Mint grows in the shade, and everywhere else.'
const post = await site.content.posts.create({ title: 'Mint', status: 'publish', content }, { as: admin })
await site.content.comments.create({ post: post.id, content: 'How do you stop it?' }, { as: admin })

const FILES = {
  '/': { name: 'index.html', type: 'text/html; charset=utf-8' },
  '/comments.js': { name: 'comments.js', type: 'text/javascript; charset=utf-8' },
}
const POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'unsafe-inline'; img-src * data:"

const server = createHttpServer(site, {
  cors: corsHeaders(cmsDialect),
  async fallback(request, response) {
    const file = FILES[new URL(request.url ?? '/', url).pathname]
    if (file === undefined) return response.writeHead(404).end('Not found')
    const text = await readFile(new URL(`page/${file.name}`, import.meta.url), 'utf8')
    response.writeHead(200, { 'content-type': file.type, 'content-security-policy': POLICY })
    response.end(text.replaceAll('%POST%', String(post.id)))
  },
})
await server.listen({ port })

const { body } = await site.call(
  'POST',
  `/cms/v2/users/${admin.id}/application-passwords`,
  { name: 'example' },
  { as: admin },
)
console.log(`The page is at ${url}/; the password of the moderator is admin:${body.password}`)
process.on('SIGTERM', () => server.close())
