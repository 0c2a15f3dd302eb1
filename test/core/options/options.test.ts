import { checks, createCors, createRegistry, type OptionChecks, optionsComplaint, withoutUndefined } from '@platen/core'
import t from 'tap'

interface Options {
  readonly name: string
  readonly size?: number
  readonly parts?: readonly { readonly id: number }[]
  readonly colors?: Readonly<Record<string, string>> | false
}

const { count, either, listOf, off, recordOf, required, shaped, text } = checks
const optionChecks: OptionChecks<Options> = {
  name: required(text),
  size: count,
  parts: listOf(shaped<{ readonly id: number }>({ id: required(count) }), 'a list of parts'),
  colors: either(off, recordOf(text, 'an object with a color for each name')),
}

for (const [options, complaint] of [
  [{ name: 'a' }, undefined],
  [{ name: 'a', size: undefined, colors: { red: undefined } }, undefined],
  [{ name: 'a', size: 1, parts: [{ id: 1 }], colors: false }, undefined],
  [[], 'the options are not an object'],
  [{ nam: 'a' }, 'unknown key "nam"; did you mean "name"?'],
  [{ name: 'a', toString: 1 }, 'unknown key "toString"'],
  [{ size: 1 }, '"name" is missing'],
  [{ name: '' }, '"name" must be a string'],
  [{ name: 'a', size: null }, '"size" must be a whole number from 0'],
  [{ name: 'a', parts: {} }, '"parts" must be a list of parts'],
  [{ name: 'a', parts: [{ id: 1 }, {}] }, '"parts[1].id" is missing'],
  [{ name: 'a', colors: { red: 1 } }, '"colors.red" must be a string'],
  [{ name: 'a', colors: true }, '"colors" must be false or an object with a color for each name'],
] as const)
  t.test(`the problem of ${JSON.stringify(options)}`, async t => {
    t.equal(optionsComplaint(options, optionChecks), complaint)
  })

t.test('a registry refuses unknown and invalid options', async t => {
  for (const [options, message] of [
    [{ baseURL: '' }, /unknown key "baseURL"; did you mean "baseUrl"\?/],
    [{ limits: { maxItems: -1 } }, /"limits\.maxItems" must be a whole number from 0 or Infinity/],
    [{ maxBodyBytes: '2 MB' }, /"maxBodyBytes" must be/],
    [{ maxAnonymousBodyBytes: -1 }, /"maxAnonymousBodyBytes" must be/],
    [{ cacheControl: 'a\nb' }, /"cacheControl" must be the value of a header/],
    [{ authenticators: [() => undefined] }, /"authenticators\[0\]" must be an object with the method "authenticate"/],
  ] as const)
    t.throws(() => createRegistry(options as object), { name: 'RangeError', message }, JSON.stringify(options))
})

t.test('the permissions of other origins are checked', async t => {
  for (const [options, message] of [
    [{ origin: [] }, /cors: unknown key "origin"; did you mean "origins"\?/],
    [{ anyOrigin: 'yes' }, /"anyOrigin" must be true or false/],
    [{ exposeHeaders: ['X-A, X-B'] }, /"exposeHeaders\[0\]" must be the name of a header/],
  ] as const)
    t.throws(() => createCors(options as object), { name: 'RangeError', message }, JSON.stringify(options))
})

t.test('a spread without members that are undefined', async t => {
  t.same({ a: 1, b: 2, ...withoutUndefined({ a: undefined, b: 3 }) }, { a: 1, b: 3 })
  t.same(withoutUndefined(undefined), {})
})
