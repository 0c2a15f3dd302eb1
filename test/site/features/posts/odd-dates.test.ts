import { cmsDialect, wpDialect } from '@platen/site'
import t from 'tap'
import { makeSite } from '../../make-site.js'

const SECOND = '2024-02-03T04:05:06'

/** What is sent, and what becomes of it; none where it is refused. */
const DATES: readonly (readonly [sent: string, cms: string | undefined, wp: string | undefined])[] = [
  [`${SECOND}\n`, undefined, SECOND],
  [`${SECOND}Z\n`, undefined, SECOND],
  [`${SECOND}+02:00\n`, undefined, '2024-02-03T02:05:06'],
  ['2024-02-03t04:05:06', SECOND, SECOND],
  [`${SECOND}z`, SECOND, undefined],
  ['2024-02-03 04:05:06', SECOND, SECOND],
  ['2024-02-03  04:05:06', undefined, undefined],
  ['2024-02-03\t04:05:06', undefined, undefined],
  [`${SECOND}\n\n`, undefined, undefined],
  [`${SECOND}\r\n`, undefined, undefined],
  [`\n${SECOND}`, undefined, undefined],
  [` ${SECOND}`, undefined, undefined],
  [`${SECOND} `, undefined, undefined],
  [`${SECOND} Z`, undefined, undefined],
  [`${SECOND}\u00a0`, undefined, undefined],
]

for (const dialect of [cmsDialect, wpDialect])
  t.test(`dates with odd spaces in the dialect ${dialect.name}`, async t => {
    const { send } = await makeSite({ dialect })
    for (const [sent, cms, wp] of DATES) {
      const wanted = dialect === wpDialect ? wp : cms
      for (const name of ['date', 'date_gmt']) {
        const { status, body } = await send('POST /posts', { body: { title: 'x', [name]: sent } })
        t.equal((body as Record<string, unknown>)[name], wanted, `${name} ${JSON.stringify(sent)}`)
        t.equal(status, wanted === undefined ? 400 : 201)
      }
      const { status } = await send(`GET /posts?after=${encodeURIComponent(sent)}`)
      t.equal(status, wanted === undefined ? 400 : 200)
    }
  })
