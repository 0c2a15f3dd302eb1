import t from 'tap'
import { noPooler } from '../sql/postgres/pgbouncer.js'
import { testParity } from './parity.js'

const reason = await noPooler()

if (reason === undefined) testParity('pgbouncer', 4, ['posts', 'terms', 'comments', 'users', 'settings'])
else t.test('scenarios', { skip: reason }, async () => undefined)
