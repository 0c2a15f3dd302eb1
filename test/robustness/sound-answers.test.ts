import { cmsDialect, wpDialect } from '@platen/site'
import t from 'tap'
import { playRequests } from './play-requests.js'
import { createRandom } from './random.js'
import { createRequests } from './random-requests.js'
import { type Answer, complaintAbout } from './sound-answers.js'

const json = { 'Content-Type': 'application/json' }
const error = (code: string) => JSON.stringify({ code, message: 'Why.', data: null })

const answers: readonly { name: string; answer: Answer; dialect?: typeof cmsDialect; sound: boolean }[] = [
  { name: 'a value', answer: { status: 200, headers: json, text: '{"a":1}' }, sound: true },
  { name: 'nothing', answer: { status: 304, headers: {}, text: '' }, sound: true },
  {
    name: 'a call',
    answer: { status: 200, headers: { 'Content-Type': 'application/javascript' }, text: '/**/cb({"a":1})' },
    sound: true,
  },
  {
    name: 'an archive',
    answer: { status: 200, headers: { 'Content-Type': 'application/zip' }, text: 'PK..' },
    sound: true,
  },
  {
    name: 'no archive',
    answer: { status: 200, headers: { 'Content-Type': 'application/zip' }, text: '..' },
    sound: false,
  },
  { name: 'a refusal', answer: { status: 404, headers: json, text: error('rest_no_route') }, sound: true },
  { name: 'half a value', answer: { status: 200, headers: json, text: '{"a":' }, sound: false },
  { name: 'a refusal without a code', answer: { status: 400, headers: json, text: '{}' }, sound: false },
  { name: 'no status', answer: { status: Number.NaN, headers: json, text: '{}' }, sound: false },
  { name: 'a header of two lines', answer: { status: 200, headers: { Link: 'a\r\nb' }, text: '' }, sound: false },
  { name: 'a failure', answer: { status: 500, headers: json, text: error('rest_internal_error') }, sound: false },
  {
    name: 'a failure of the store',
    answer: { status: 503, headers: json, text: error('rest_store_unavailable') },
    sound: false,
  },
  {
    name: 'something that is not done',
    answer: { status: 501, headers: json, text: error('rest_trash_not_supported') },
    sound: true,
  },
  {
    name: 'something else that is not done',
    answer: { status: 501, headers: json, text: error('other') },
    sound: false,
  },
  {
    name: 'a mistake that is repeated',
    answer: { status: 500, headers: json, text: error('empty_term_name') },
    dialect: wpDialect,
    sound: true,
  },
  {
    name: 'a mistake that is not',
    answer: { status: 500, headers: json, text: error('empty_term_name') },
    sound: false,
  },
]

for (const { name, answer, dialect = cmsDialect, sound } of answers) {
  t.test(`${sound ? 'accepts' : 'complains about'} ${name}`, async t => {
    t.equal(complaintAbout(answer, dialect) === undefined, sound)
  })
}

t.test('the same seed makes the same requests', async t => {
  const made = (seed: number) => {
    const { make } = createRequests(createRandom(seed), 'cms', ['/cms/v2/posts', '/cms/v2/users'])
    return JSON.stringify(Array.from({ length: 50 }, make))
  }
  t.equal(made(7), made(7))
  t.not(made(7), made(8))
})

t.test('problems are reported once for each kind', async t => {
  const { make } = createRequests(createRandom(7), 'cms', ['/cms/v2/posts'])
  let number = 0
  const troubles = await playRequests(30, make, {
    dialect: cmsDialect,
    errors: [],
    async send() {
      number++
      if (number % 10 === 0) throw new Error('it broke')
      if (number === 7) void Promise.reject(new Error('nobody waited'))
      if (number === 7) await new Promise(resolve => setTimeout(resolve, 5))
      return {
        status: number % 5 === 0 ? 500 : 200,
        headers: json,
        text: number % 5 === 0 ? error('rest_internal_error') : '{}',
      }
    },
  })
  t.same(
    troubles.map(trouble => [trouble.what, trouble.number]),
    [
      ['500 rest_internal_error', 4],
      ['an unhandled rejection', 6],
      ['a rejection', 9],
    ],
  )
})
