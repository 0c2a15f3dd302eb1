import t from 'tap'

interface ReturnUrlModule {
  readonly parseReturnUrl: (given: string) => URL | 'invalid' | 'scheme'
  readonly targetOf: (url: URL) => string
  readonly withParameters: (url: URL, parameters: Readonly<Record<string, string>>) => URL
}

const path = new URL('../../../packages/console/dist/return-url.js', import.meta.url).href
const { parseReturnUrl, targetOf, withParameters } = (await import(path)) as ReturnUrlModule

for (const [given, place] of [
  ['https://app.example/done?a=1#b', 'https://app.example'],
  ['HTTPS://App.Example:443', 'https://app.example'],
  ['https://app.example:8443/', 'https://app.example:8443'],
  ['https://site.example@evil.example/', 'https://evil.example'],
  ['https://b%C3%BCcher.example/', 'https://xn--bcher-kva.example'],
  ['https://bücher.example/', 'https://xn--bcher-kva.example'],
  ['https://[2001:db8::1]/', 'https://[2001:db8::1]'],
  ['myapp://site.example/done', 'myapp:'],
  ['com.example.app:/done', 'com.example.app:'],
  ['web+app:done', 'web+app:'],
] as const) {
  t.test(`points to ${place}: ${given}`, async t => {
    const url = parseReturnUrl(given)
    t.equal(url instanceof URL ? targetOf(url) : url, place)
  })
}

for (const [given, refusal] of [
  ['http://app.example/', 'scheme'],
  ['JAVASCRIPT:alert(1)', 'scheme'],
  ['ms-settings:x', 'scheme'],
  ['nothing', 'invalid'],
  ['', 'invalid'],
  ['https://app.example/a b', 'invalid'],
  ['https://app.example/\u007f', 'invalid'],
  [`https://app.example/${'x'.repeat(2048)}`, 'invalid'],
] as const)
  t.test(`${refusal}: ${JSON.stringify(given.slice(0, 40))}`, async t => t.equal(parseReturnUrl(given), refusal))

t.test('parameters are added, and replace existing ones with the same names', async t => {
  const url = new URL('myapp:done?a=1&b=2&b=3#end')
  t.equal(withParameters(url, { b: 'x&y', c: 'ü' }).href, 'myapp:done?a=1&b=x%26y&c=%C3%BC#end')
  t.equal(url.href, 'myapp:done?a=1&b=2&b=3#end', 'the URL itself stays')
})

t.test('letters outside of ASCII are accepted in a process that has parsed many URLs', async t => {
  for (let count = 0; count < 100_000; count++) parseReturnUrl('https://app.example/')
  t.ok(parseReturnUrl('https://bücher.example/') instanceof URL)
})
