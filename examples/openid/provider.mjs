// An OpenID provider for development. Real ones give a token only to those who sign in.
import { createServer } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

export async function startProvider() {
  const alg = 'ES256'
  const { privateKey, publicKey } = await generateKeyPair(alg)
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'one', alg, use: 'sig' }]
  const server = createServer((req, res) => {
    res.setHeader('content-type', 'application/json')
    res.end(JSON.stringify(req.url === '/keys' ? { keys } : { issuer, jwks_uri: `${issuer}/keys` }))
  })
  await new Promise(resolve => server.listen(0, 'localhost', resolve))
  const issuer = `http://localhost:${server.address().port}`
  const token = claims =>
    new SignJWT(claims)
      .setProtectedHeader({ alg, kid: 'one', typ: 'at+jwt' })
      .setIssuer(issuer)
      .setIssuedAt()
      .setExpirationTime('10m')
      .sign(privateKey)
  return { issuer, token, close: () => server.close() }
}
