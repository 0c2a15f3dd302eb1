import { spawnSync } from 'node:child_process'
import { RestError } from '@platen/core'
import t from 'tap'

const empty = new RestError('empty_username', 'Sign in.', 401, {
  dataless: true,
  additional: [new RestError('empty_password', 'Sign in.', null)],
})

const bodies: { name: string; error: RestError; body: unknown }[] = [
  { name: 'a status', error: new RestError('c', 'm', 404), body: { code: 'c', message: 'm', data: { status: 404 } } },
  {
    name: 'data',
    error: new RestError('c', 'm', 400, { data: { params: ['a'] } }),
    body: { code: 'c', message: 'm', data: { status: 400, params: ['a'] } },
  },
  { name: 'no status', error: new RestError('c', 'm', null), body: { code: 'c', message: 'm', data: null } },
  {
    name: 'data and no status',
    error: new RestError('c', 'm', null, { data: { param: 'a' } }),
    body: { code: 'c', message: 'm', data: { param: 'a' } },
  },
  {
    name: 'no data, and an error beside it',
    error: empty,
    body: {
      code: 'empty_username',
      message: 'Sign in.',
      data: null,
      additional_errors: [{ code: 'empty_password', message: 'Sign in.', data: null }],
    },
  },
]

for (const { name, error, body } of bodies) {
  t.test(`an error with ${name}`, async t => {
    t.strictSame(error.toBody(), body)
  })
}

t.test('it is an Error with a cause', async t => {
  const cause = new Error('the disk is full')
  const error = new RestError('c', 'm', 500, { cause })
  t.ok(error instanceof Error)
  t.equal(error.cause, cause)
  t.equal(error.message, 'm')
  t.equal(empty.status, 401)
  t.notMatch(JSON.stringify(error.toBody()), /disk/)
})

t.test('errors below 500 have no stack, and do not affect other errors', async t => {
  t.notMatch(new RestError('c', 'm', 404).stack, /\n\s+at /)
  t.notMatch(new RestError('c', 'm', null).stack, /\n\s+at /)
  t.match(new RestError('c', 'm', 500).stack, /\n\s+at /)
  t.match(new Error('later').stack, /\n\s+at /)
})

t.test('it works with frozen intrinsics', async t => {
  const text = `import('@platen/core').then(({ RestError }) => console.log(new RestError('c', 'm', 404).status))`
  const { stdout } = spawnSync(process.execPath, ['--frozen-intrinsics', '-e', text], { encoding: 'utf8' })
  t.equal(stdout.trim(), '404')
})
