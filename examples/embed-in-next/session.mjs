// The session of the host application: a signed cookie of its own. Most applications have a library for it.
import { createHmac, timingSafeEqual } from 'node:crypto'

const KEY = process.env.SESSION_KEY ?? 'only an example: a secret of your own'
const HOUR = 60 * 60 * 1000
const sign = text => createHmac('sha256', KEY).update(text).digest('base64url')

/** The value of a `Set-Cookie` header that signs a user in. */
export function sessionCookie(login) {
  const text = Buffer.from(JSON.stringify({ login, expires: Date.now() + 8 * HOUR })).toString('base64url')
  return `session=${text}.${sign(text)}; Path=/; HttpOnly; SameSite=Lax`
}

/** The login in a `Cookie` header; `undefined` without a session. */
export function readSession(header = '') {
  const pair = header.split(';').find(each => each.trim().startsWith('session='))
  const [text = '', signature = ''] = pair?.trim().slice('session='.length).split('.') ?? []
  const [given, right] = [Buffer.from(signature), Buffer.from(sign(text))]
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
  const { login, expires } = JSON.parse(Buffer.from(text, 'base64url'))
  return Date.now() < expires ? login : undefined
}
