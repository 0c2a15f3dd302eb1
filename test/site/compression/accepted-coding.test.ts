import t from 'tap'
import { loadModule } from '../load-module.js'

const { acceptedCoding } = await loadModule<
  typeof import('../../../packages/site/src/site/responses/accepted-coding.js')
>('site/responses/accepted-coding.js')

const headers: readonly (readonly [header: string | undefined, coding: string | undefined])[] = [
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['gzip ; Q=0.8 , br ; q=0.8', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0, gzip;q=0', undefined],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['br;q=0, *', 'gzip'],
  ['identity, gzip;q=0.5', undefined],
  ['identity;q=0.5, gzip;q=0.5', 'gzip'],
  ['identity;q=0, gzip', 'gzip'],
  ['deflate, zstd', undefined],
  ['gzip;q=x', undefined],
  ['gzip;q=-1', undefined],
  [';;,,;q=', undefined],
]

for (const [header, coding] of headers) {
  t.test(`${header}: ${coding}`, async t => {
    t.equal(acceptedCoding(header), coding)
    t.equal(acceptedCoding(header), coding, 'again')
  })
}
