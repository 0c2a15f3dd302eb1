import { compileSchema } from '@platen/core'
import t from 'tap'
import { referenceRules } from './verdict.js'

interface Samples {
  readonly code: string
  readonly fine: readonly string[]
  readonly refused: readonly string[]
}

const uuid = '123e4567-e89b-12d3-a456-426614174000'

const samples: Readonly<Record<string, Samples>> = {
  'date-time': {
    code: 'rest_invalid_date',
    fine: [
      '2024-05-06T07:08:09',
      '2024-05-06 07:08:09',
      '2024-05-06T07:08:09Z',
      '2024-05-06T07:08:09+02:00',
      '2024-05-06T07:08:09-00:00',
      '2024-05-06T07:08:09.123Z',
      '2024-05-06t07:08:09z',
      '2024-02-29T07:08:09Z',
      '2000-02-29T07:08:09Z',
      '1998-12-31T23:59:60Z',
      '1998-12-31T23:59:60',
      '1998-12-31T15:59:60.123-08:00',
      '1999-01-01T00:59:60+01:00',
    ],
    refused: [
      '',
      'yesterday',
      '1714979289',
      '2024-05-06',
      '07:08:09',
      '2024-05-06T07:08',
      '24-05-06T07:08:09',
      '12024-05-06T07:08:09',
      '2024-13-06T07:08:09',
      '2024-00-06T07:08:09',
      '2024-05-32T07:08:09',
      '2024-05-00T07:08:09',
      '2024-05-06T24:00:00',
      '2024-05-06T07:60:09',
      '2024-05-06T07:08:61',
      '1998-12-31T23:58:60Z',
      '1998-12-31T22:59:60Z',
      '1998-12-31T23:59:60+01:00',
      '2024-05-06T07:08:09+24:00',
      '2024-05-06T07:08:09+0200',
      '2024-05-06T07:08:09+02',
      '2016-02-30T12:00:00Z',
      '2023-02-29T12:00:00Z',
      '1900-02-29T12:00:00Z',
      '2024-04-31T12:00:00Z',
      '2024-05-06T07:08:09.',
      '2024-05-06T07:08:09 ',
      '2024-05-06T07:08:09\n',
      '2024-05-06  07:08:09',
      '২024-05-06T07:08:09',
    ],
  },
  email: {
    code: 'rest_invalid_email',
    fine: ['me@a.b', 'me+tag@a.example', "o'neil@a.example", 'a@1.2.3.4', 'Me@A--B.Example', 'ab@c.d1'],
    refused: [
      '',
      '.me@a.example',
      'me.@a.example',
      'm..e@a.example',
      'me',
      'me@',
      '@a.example',
      'me@a',
      'a@b.c',
      'me@a..example',
      'me@a.example.',
      'me@-a.example',
      'me@a-.example',
      'me@a_b.example',
      'me me@a.example',
      ' me@a.example',
      'me@a.example\n',
      'mé@a.example',
      'me@é.example',
      'a@b@c.example',
      '"a b"@c.example',
      'me@[127.0.0.1]',
    ],
  },
  ip: {
    code: 'rest_invalid_ip',
    fine: [
      '127.0.0.1',
      '255.255.255.255',
      '01.2.3.4',
      '::',
      '::1',
      '1::',
      '2001:DB8::1',
      '1:2:3:4:5:6:7:8',
      '1:2:3:4:5:6:7::',
      '::2:3:4:5:6:7:8',
      '1:2:3:4:5:6:1.2.3.4',
      '::ffff:1.2.3.4',
      '1::2:1.2.3.4',
    ],
    refused: [
      '',
      'localhost',
      '256.1.1.1',
      '1.2.3',
      '1.2.3.4.5',
      '1.2.3.4.',
      '.1.2.3',
      '1.2.3.4/24',
      ' 1.2.3.4',
      '1.2.3.4\n',
      '٣.1.1.1',
      ':',
      ':1',
      '1:',
      ':::',
      '1:2:3:4:5:6:7',
      '1:2:3:4:5:6:7:8:9',
      '1:2:3:4::5:6:7:8',
      '1::2::3',
      '12345::',
      '::g',
      '::1.2.3.4:5',
      '1.2.3.4::',
      '1:2:3:4:5:6:7:1.2.3.4',
      '::ffff:256.1.1.1',
      '[::1]',
      'fe80::1%eth0',
    ],
  },
  uuid: {
    code: 'rest_invalid_uuid',
    fine: [
      uuid,
      '00000000-0000-0000-0000-000000000000',
      'ffffffff-ffff-ffff-ffff-ffffffffffff',
      '018f2b7c-1d2e-7abc-8def-0123456789ab',
      '123e4567-e89b-92d3-f456-426614174000',
    ],
    refused: [
      '',
      uuid.toUpperCase(),
      uuid.replaceAll('-', ''),
      `{${uuid}}`,
      `urn:uuid:${uuid}`,
      ` ${uuid}`,
      `${uuid}0`,
      '123e4567-e89b-X2d3-a456-426614174000',
      '123e4567-e89b-12d3-x456-426614174000',
      '123e4567-e89b-12d3-a456-42661417400',
    ],
  },
  'hex-color': {
    code: 'rest_invalid_hex_color',
    fine: ['#fff', '#FFF', '#0aF19c'],
    refused: ['', '#', 'fff', '#ff', '#ffff', '#fffff', '#ffffffff', '#ggg', ' #fff', '#fff\n', 'red'],
  },
}

for (const [format, { code, fine, refused }] of Object.entries(samples)) {
  const compiled = compileSchema({ type: 'string', format })
  for (const text of fine) {
    t.test(`${JSON.stringify(text)} is a ${format}`, async t => {
      t.equal(compiled.validate(text, 'it'), undefined)
      t.equal(compiled.sanitize(text), text)
    })
  }
  for (const text of refused) {
    t.test(`${JSON.stringify(text)} is not a ${format}`, async t => {
      t.equal(compiled.validate(text, 'it')?.code, code)
      t.type(compiled.sanitize(text), 'string')
    })
  }
}

t.test('a nullable string with a format may be null or empty', async t => {
  for (const [rules, code] of [
    [undefined, undefined],
    [referenceRules, 'rest_invalid_date'],
  ] as const) {
    const compiled = compileSchema({ type: ['string', 'null'], format: 'date-time' }, rules)
    t.equal(compiled.validate(null, 'it'), undefined)
    t.equal(compiled.sanitize(null), null)
    t.equal(compiled.validate('', 'it')?.code, code)
    t.equal(compiled.sanitize(''), '')
    t.equal(compiled.validate('x', 'it')?.code, 'rest_invalid_date')
  }
})

/** What the reference server makes of texts that the specification refuses, and the other way round. */
const ofReference: readonly (readonly [format: string, text: string, valid: boolean])[] = [
  ['date-time', '2016-02-30T12:00:00Z', true],
  ['date-time', '2024-00-00T24:59:60', true],
  ['date-time', '1998-12-31T22:59:60Z', true],
  ['date-time', '2024-05-06T07:08:09+24:00', true],
  ['date-time', '2024-05-06T07:08:09+02', true],
  ['date-time', '2024-05-06t07:08:09z', false],
  ['date-time', '2024-05-06t07:08:09Z', true],
  ['date-time', '2024-05-06T07:08:09\n', true],
  ['date-time', '2024-05-06T07:08:09+02:00\n', true],
  ['date-time', '2024-05-06T07:08:09\n\n', false],
  ['date-time', '2024-05-06T07:08:09\r\n', false],
  ['date-time', '\n2024-05-06T07:08:09', false],
  ['date-time', '2024-05-06T07:08:09 ', false],
  ['date-time', '2024-05-06  07:08:09', false],
  ['date-time', '2024-05-06T25:00:00', false],
  ['date-time', '2024-13-06T07:08:09', false],
  ['date-time', '2024-05-06T07:08:09+0200', false],
  ['email', '.me.@a.example', true],
  ['uri', 'no address at all', true],
]
for (const [format, text, valid] of ofReference) {
  t.test(`the reference ${valid ? 'accepts' : 'refuses'} ${text} as ${format}`, async t => {
    t.equal(compileSchema({ type: 'string', format }, referenceRules).validate(text, 'it') === undefined, valid)
  })
}

/** A URI has a scheme and no characters but those of RFC 3986. */
const uris: readonly (readonly [text: string, valid: boolean])[] = [
  ['https://a.example/p?q=1#f', true],
  ['HTTPS://user:pw@a.example:8080/', true],
  ['https://a.example/%C3%BC?a[]=1', false],
  ['https://a.example/%C3%BC', true],
  ['https://[2001:db8::1]:80/', true],
  ['https://[v1.x:y]/', true],
  ['https://[::g]/', false],
  ['https://[::1/', false],
  ['https://a.example:x/', false],
  ['https://a@b@c.example/', false],
  ['https://a.example/#a#b', false],
  ['mailto:me@a.example', true],
  ['urn:isbn:123', true],
  ['file:///c/x', true],
  ['a:', true],
  ['', false],
  ['a.example', false],
  ['/relative', false],
  ['//a.example/x', false],
  ['#frag', false],
  ['1a:b', false],
  ['https://a.example/ü', false],
  ['https://a.example/a b', false],
  ['https://a.example/%zz', false],
  ['https://a.example/\n', false],
]
for (const [text, valid] of uris) {
  t.test(`${JSON.stringify(text)} is ${valid ? 'a' : 'not a'} URI`, async t => {
    t.equal(
      compileSchema({ type: 'string', format: 'uri' }).validate(text, 'it')?.code,
      valid ? undefined : 'rest_invalid_uri',
    )
  })
}

t.test('a URI whose scheme can run code becomes empty', async t => {
  const compiled = compileSchema({ type: 'string', format: 'uri' })
  t.equal(compiled.validate('javascript:alert(1)', 'it'), undefined)
  t.equal(compiled.sanitize('javascript:alert(1)'), '')
})

/** Every text is an address to begin with; what it becomes can be put into a page. */
const addresses: readonly (readonly [sent: string, stored: string])[] = [
  ['https://a.example/p?q=1#f', 'https://a.example/p?q=1#f'],
  ['HTTPS://a.example', 'https://a.example'],
  ['https://é.example/ü', 'https://é.example/ü'],
  ['mailto:me@a.example', 'mailto:me@a.example'],
  ['tel:+1 2', 'tel:+1%202'],
  ['urn:isbn:123', 'urn:isbn:123'],
  ['', ''],
  ['a.example', 'http://a.example'],
  ['a.example?b[c]', 'http://a.example?b%5Bc%5D'],
  ['word word', 'http://word%20word'],
  ['index.php?p=1', 'index.php?p=1'],
  ['/relative', '/relative'],
  ['//a.example/x', '//a.example/x'],
  ['#frag', '#frag'],
  ['?q=1', '?q=1'],
  [' https://a.example/', 'https://a.example/'],
  ['https://a.example/a b', 'https://a.example/a%20b'],
  ['https://a.example/"<b>\\^`{}', 'https://a.example/b'],
  ['https://a.example/\u0000\t\n', 'https://a.example/'],
  ['https://a.example/%0d%0aX', 'https://a.example/X'],
  ['https://a.example/%0%0aaX', 'https://a.example/X'],
  ['mailto:me@a.example?body=x%0Ay', 'mailto:me@a.example?body=x%0Ay'],
  ['https://a.example/?a[]=1', 'https://a.example/?a%5B%5D=1'],
  ['http://[::1]:80/[x]', 'http://[::1]:80/%5Bx%5D'],
  ['http;//a.example', 'http://a.example'],
  ['javascript:alert(1)', ''],
  ['java\tscript:alert(1)', ''],
  ['&#106;avascript:alert(1)', ''],
  ['%6aavascript:x', ''],
  ['data:text/plain,x', ''],
  ['foo:bar', ''],
  ['localhost:3000', ''],
  [':x', ''],
  ['feed:https://a.example', 'feed:https://a.example'],
  ['feed:a.example', 'feed:a.example'],
  ['feed:', ''],
  ['feed:javascript:alert(1)', ''],
  ['feed:feed:javascript:alert(1)', ''],
]

const uri = compileSchema({ type: 'string', format: 'uri' }, referenceRules)
for (const [sent, stored] of addresses) {
  t.test(`the URL ${JSON.stringify(sent)} becomes ${JSON.stringify(stored)}`, async t => {
    t.equal(uri.validate(sent, 'it'), undefined)
    t.equal(uri.sanitize(sent), stored)
  })
}
