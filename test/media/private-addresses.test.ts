import { isPrivateAddress } from '@platen/media'
import t from 'tap'

/** The first and the last address of each network that is refused; those of RFC 6890 and its registries. */
const REFUSED: Readonly<Record<string, readonly [first: string, last: string]>> = {
  'this network': ['0.0.0.0', '0.255.255.255'],
  'private use (10/8)': ['10.0.0.0', '10.255.255.255'],
  'shared addresses': ['100.64.0.0', '100.127.255.255'],
  loopback: ['127.0.0.0', '127.255.255.255'],
  'link local': ['169.254.0.0', '169.254.255.255'],
  'private use (172.16/12)': ['172.16.0.0', '172.31.255.255'],
  'protocol assignments': ['192.0.0.0', '192.0.0.255'],
  'documentation (1)': ['192.0.2.0', '192.0.2.255'],
  'AS112 (1)': ['192.31.196.0', '192.31.196.255'],
  AMT: ['192.52.193.0', '192.52.193.255'],
  '6to4 relays': ['192.88.99.0', '192.88.99.255'],
  'private use (192.168/16)': ['192.168.0.0', '192.168.255.255'],
  'AS112 (2)': ['192.175.48.0', '192.175.48.255'],
  benchmarking: ['198.18.0.0', '198.19.255.255'],
  'documentation (2)': ['198.51.100.0', '198.51.100.255'],
  'documentation (3)': ['203.0.113.0', '203.0.113.255'],
  multicast: ['224.0.0.0', '239.255.255.255'],
  'reserved and broadcast': ['240.0.0.0', '255.255.255.255'],
  'IPv4-compatible': ['::', '::255.255.255.255'],
  'IPv6 loopback': ['::1', '0:0:0:0:0:0:0:1'],
  'IPv4-mapped, private': ['::ffff:10.0.0.1', '0:0:0:0:0:FFFF:A00:1'],
  'IPv4-mapped, loopback': ['::ffff:127.0.0.1', '::FFFF:7f00:1'],
  'IPv4-translated': ['::ffff:0:0:0', '::ffff:0:127.0.0.1'],
  'translation prefix': ['64:ff9b::', '64:ff9b::255.255.255.255'],
  'local translation prefix': ['64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  'discard only': ['100::', '100::ffff:ffff:ffff:ffff'],
  'dummy prefix': ['100:0:0:1::', '100:0:0:1:ffff:ffff:ffff:ffff'],
  Teredo: ['2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff'],
  'IETF protocol assignments': ['2001:1::1', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  'IPv6 benchmarking': ['2001:2::', '2001:2:0:ffff:ffff:ffff:ffff:ffff'],
  ORCHID: ['2001:10::', '2001:2f:ffff:ffff:ffff:ffff:ffff:ffff'],
  'IPv6 documentation': ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  '6to4': ['2002::', '2002:7f00:1::'],
  'IPv6 AS112': ['2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff'],
  '6bone': ['3ffe::', '3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  'IPv6 documentation (2)': ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  unassigned: ['4000::', '5eff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  'segment routing': ['5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  'unique local': ['fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  'IPv6 link local': ['fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  'site local': ['fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  'IPv6 multicast': ['ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  'with a zone': ['fe80::1%eth0', '2606:4700::1%1'],
  'not an IP address': ['localhost', '127.1'],
  'still not an IP address': ['', '::ffff:1.2.3'],
}

for (const [name, addresses] of Object.entries(REFUSED)) {
  t.test(`refuses ${name}`, async t => {
    for (const address of addresses) t.equal(isPrivateAddress(address), true, address)
  })
}

/** Addresses of the web, those right beside networks that are refused among them. */
const ALLOWED = [
  ...['1.0.0.0', '8.8.8.8', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255'],
  ...['128.0.0.0', '169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '191.255.255.255', '192.0.1.0'],
  ...['192.0.3.0', '192.88.98.255', '192.88.100.0', '192.167.255.255', '192.169.0.0', '198.17.255.255', '198.20.0.0'],
  ...['198.51.99.255', '198.51.101.0', '203.0.112.255', '203.0.114.0', '223.255.255.255'],
  ...['2000::', '2001:200::', '2001:4860:4860::8888', '2001:db7::', '2001:db9::', '2003::', '2606:4700:4700::1111'],
  ...['2620:4f:7fff::', '2620:4f:8001::', '3ffd::', '3fff:1000::', '2a00:1450::1'],
  ...['::ffff:8.8.8.8', '::FFFF:808:808', '0:0:0:0:0:ffff:0808:0808'],
]

t.test('allows addresses of the web', async t => {
  for (const address of ALLOWED) t.equal(isPrivateAddress(address), false, address)
})
