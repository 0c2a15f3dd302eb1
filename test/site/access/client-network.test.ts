import t from 'tap'
import { loadModule } from '../load-module.js'

const { clientNetwork, surroundingNetwork } =
  await loadModule<typeof import('../../../packages/site/src/kernel/web/client-network.js')>(
    'kernel/web/client-network.js',
  )

t.test('the network of an address', async t => {
  for (const [address, network] of [
    [undefined, undefined],
    ['', undefined],
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:4711', '203.0.113.7'],
    [' 203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8::1:2:3', '2001:db8:0:0::/64'],
    ['[2001:db8:1:2::6]:4711', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::6]', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['2001:db8:1:2::/64', '2001:db8:1:2::/64'],
    ['203.0.113.256', 'unknown'],
    ['203.0.113', 'unknown'],
    ['2001:db8::1::2', 'unknown'],
    ['1:2:3:4:5:6:7', 'unknown'],
    ['1:2:3:4:5:6:7:8:9', 'unknown'],
    ['1:2:3:4::5:6:7:8', 'unknown'],
    ['2001:db8::12345', 'unknown'],
    ['unknown', 'unknown'],
    ['_hidden', 'unknown'],
    ['<script>', 'unknown'],
    [':'.repeat(1_000_000), 'unknown'],
  ] as const)
    t.equal(clientNetwork(address), network, String(address).slice(0, 60))
})

t.test('the network around that of an IPv6 client', async t => {
  for (const [address, network] of [
    ['2001:db8:1:2::6', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8:0::/48'],
    ['::1', '0:0:0::/48'],
    ['203.0.113.7', undefined],
    ['not an address', undefined],
  ] as const)
    t.equal(surroundingNetwork(clientNetwork(address) ?? ''), network, address)
})
