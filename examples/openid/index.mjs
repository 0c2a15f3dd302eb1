// A site for the users of an OpenID provider: `node examples/openid/index.mjs`, on the port in PORT or 3000
import { createHttpServer } from '@platen/http'
import { createMemoryStore } from '@platen/memory'
import { openId } from '@platen/openid'
import { createSite, installSite } from '@platen/site'
import { startProvider } from './provider.mjs'

const port = Number(process.env.PORT ?? 3000)
const url = `http://localhost:${port}`
const audience = `${url}/cms-json`
const store = createMemoryStore()
const administrator = { login: 'admin', email: 'admin@example.com', password: 'only an example' }
await installSite(store, { url, title: 'A garden', administrator })

const provider = await startProvider() // Instead, name the issuer of your own provider.
const { issuer } = provider
const site = createSite({ store, url, features: [openId({ issuer, audience, newUserRole: 'author' })] })

const server = createHttpServer(site)
await server.listen({ port })
const claims = { sub: 'a8f1c2', email: 'ada@example.com', email_verified: true, preferred_username: 'ada' }
console.log(
  `curl -H 'Authorization: Bearer ${await provider.token({ ...claims, aud: audience })}' ${audience}/cms/v2/users/me`,
)
process.once('SIGTERM', () => {
  provider.close()
  server.close()
})
