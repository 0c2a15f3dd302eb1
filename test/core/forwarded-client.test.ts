import { forwardedClient } from '@platen/core'
import t from 'tap'

const headers = { 'x-forwarded-for': 'spoofed, 203.0.113.1, 198.51.100.1', 'x-forwarded-proto': 'HTTPS, http' }

for (const [hops, given, address, secure] of [
  [0, headers, undefined, undefined],
  [1, headers, '198.51.100.1', false],
  [2, headers, '203.0.113.1', true],
  [9, headers, undefined, true],
  [1, {}, undefined, undefined],
  [1, { 'x-forwarded-for': ' , ', 'x-forwarded-proto': '' }, undefined, undefined],
  [1, { 'x-forwarded-proto': 'http' }, undefined, false],
  [2, { 'x-forwarded-proto': 'https' }, undefined, true],
] as const) {
  t.test(`${hops} trusted proxies and ${JSON.stringify(given)}`, async t =>
    t.same(forwardedClient(given, hops), { address, secure }),
  )
}
