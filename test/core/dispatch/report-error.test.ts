import { requestLine } from '@platen/core'
import t from 'tap'
import { growsWith } from '../../growth.js'

const lines: { method?: unknown; target: unknown; line: string }[] = [
  { target: '/a/b', line: 'GET /a/b' },
  { target: '/a?password=x&_cmsnonce=y', line: 'GET /a' },
  { target: '/a#x', line: 'GET /a' },
  { target: 'http://user:secret@host.example/a?b', line: 'GET /a' },
  { target: 'HTTPS://secret@host.example', line: 'GET ' },
  { target: 'ws+x://user:p@ss:w@host/a', line: 'GET /a' },
  { target: '//user:secret@host/a', line: 'GET //host/a' },
  { target: '/a\r\nb\u001b[31m', line: 'GET /a%0D%0Ab%1B[31m' },
  { target: '/größe', line: 'GET /gr%C3%B6%C3%9Fe' },
  { target: '/\ud800', line: 'GET /%EF%BF%BD' },
  { target: '*', line: 'GET *' },
  { target: undefined, line: 'GET ' },
  { target: Symbol('a'), line: 'GET ' },
  { method: 7, target: '/a', line: ' /a' },
  { method: 'A\nB', target: '/a', line: 'A%0AB /a' },
]
for (const { method = 'GET', target, line } of lines) {
  t.test(`logs name ${String(target)} as "${line}"`, async t => {
    const made = requestLine(method, target)
    t.equal(`${made.method} ${made.path}`, line)
  })
}

t.test('a long target is cut, in constant time', async t => {
  for (const unit of ['a', '/', '?', '@', '://', 'a:', '\u2028']) {
    // Were it linear, so many times would take far longer than anything may.
    const cut = (target: string) => {
      for (let times = 0; times < 200; times++) requestLine('GET', target)
      t.ok(requestLine('GET', target).path.length <= 1024)
    }
    t.equal(await growsWith(unit, cut, 3_000_000 * unit.length), undefined, unit)
  }
})
