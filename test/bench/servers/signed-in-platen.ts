import { openId, openIdIdentities } from '@platen/openid'
import { REST_NONCE } from '@platen/site'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { sampleSite } from '../sample-site.js'
import { administratorOf, servePosts } from '../serve-site.js'

const issuer = 'https://id.example'
const audience = 'https://site.example'
const alg = 'RS256'
const { privateKey, publicKey } = await generateKeyPair(alg)
const keys = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg }] })
const provider = openId({ issuer, audience, jwksUri: `${issuer}/keys`, fetch: async () => new Response(keys) })

/** A site with 2,000 posts in SQLite, whose administrator signs in with every method; nothing is cached. */
const { site, store } = await sampleSite(2000, { features: [provider] })
const { user, authorization } = await administratorOf(site, store)
const session = await site.sessions.signIn({ login: 'admin', password: 'x' })
if (session === undefined) throw new Error('the sign-in was refused')
await store.collection(openIdIdentities).insert({ issuer, subject: 'admin', user: user.id })
const token = await new SignJWT({ iss: issuer, aud: audience, sub: 'admin' })
  .setProtectedHeader({ alg, kid: 'one' })
  .setExpirationTime('1h')
  .sign(privateKey)

process.send?.(
  JSON.stringify({
    url: await servePosts(site),
    callers: {
      'an application password': { authorization },
      'a cookie and a nonce': {
        cookie: site.sessions.setCookies(session)[0]?.split(';')[0],
        'x-cms-nonce': site.sessions.nonce(session, REST_NONCE),
      },
      'a bearer token': { authorization: `Bearer ${token}` },
    },
  }),
)
