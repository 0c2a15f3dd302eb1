import { createHash } from 'node:crypto'
import { applicationPasswordsIn } from '@platen/site'
import t from 'tap'
import { makeSite } from '../../make-site.js'

t.test('a new password has 24 letters and digits in groups of four, all of them as likely', async t => {
  let at = 0
  const random = (bytes: number) => Uint8Array.from({ length: bytes }, () => at++ % 256)
  const { send } = await makeSite({ services: { random } })
  const seen = new Map<string, number>()
  for (let i = 0; i < 124; i++) {
    const { body } = await send('POST /users/me/application-passwords?_fields=password', { body: { name: 'x' } })
    const { password } = body as { password: string }
    t.match(password, /^([a-zA-Z0-9]{4} ){5}[a-zA-Z0-9]{4}$/)
    for (const letter of password.replaceAll(' ', '')) seen.set(letter, (seen.get(letter) ?? 0) + 1)
  }
  t.equal(seen.size, 62)
  t.ok(
    Math.max(...seen.values()) - Math.min(...seen.values()) <= 10,
    'bytes that would favour some letters are left out',
  )
})

t.test('only a hash is stored', async t => {
  const { send, store } = await makeSite()
  const { body } = await send('POST /users/me/application-passwords', { body: { name: 'Phone' } })
  const { password } = body as { password: string }
  const [stored] = (await applicationPasswordsIn(store).find({})).records
  const plain = password.replaceAll(' ', '')
  t.equal(stored?.hash, createHash('sha256').update(plain).digest('hex'))
  t.notOk(JSON.stringify(stored).includes(plain))
})
