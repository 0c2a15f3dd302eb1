import t from 'tap'
import { noServer } from '../sql/postgres/new-schema.js'
import { testParity } from './parity.js'

const reason = process.env['PLATEN_POSTGRES'] ? 'it starts servers of its own' : await noServer()

if (reason === undefined) testParity('replica', 4, ['posts', 'terms', 'comments', 'users', 'settings'])
else t.test('scenarios', { skip: reason }, async () => undefined)
