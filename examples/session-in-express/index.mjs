// A site for the users of an Express app: `node examples/session-in-express/index.mjs`, on the port in PORT or 3000
import { createListener } from '@platen/http'
import { createMemoryStore } from '@platen/memory'
import { createSite, installSite, principalByName } from '@platen/site'
import express from 'express'
import { readSession, sessionCookie } from './session.mjs'

const port = Number(process.env.PORT ?? 3000)
const url = `http://localhost:${port}`
const store = createMemoryStore()
const administrator = { login: 'admin', email: 'admin@example.com', password: 'only an example' }
await installSite(store, { url, title: 'A garden', administrator })

const byAppSession = {
  name: 'app-session',
  authenticate({ headers }) {
    // Browsers send the cookie even if a page of another site makes the request. They say so, and pages cannot change it.
    if (headers?.['sec-fetch-site'] !== 'same-origin') return undefined
    const login = readSession(headers.cookie)
    return login && principalByName(site.context, login)
  },
}
const site = createSite({ store, url, authenticators: [byAppSession] })

const app = express()
app.post('/sign-in', express.urlencoded(), async (req, res) => {
  const { login, password } = req.body ?? {}
  if (login !== 'admin' || password !== administrator.password) return res.sendStatus(401) // Ask your own users.
  res.set('Set-Cookie', sessionCookie(login)).redirect(303, '/')
})
app.get('/', (req, res) => {
  const login = readSession(req.headers.cookie)
  res.send(
    login === undefined
      ? '<form method="post" action="/sign-in"><input name="login"><input name="password" type="password"><button>Sign in</button></form>'
      : "<button onclick=\"fetch('/cms-json/cms/v2/posts', { method: 'POST', body: new URLSearchParams({ title: 'Mint' }) })\">Write</button>",
  )
})
app.use('/cms-json', createListener(site, { basePath: '' }))
const server = app.listen(port, () => console.log(`${url} is ready`))
process.once('SIGTERM', () => server.close())
