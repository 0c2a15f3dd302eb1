import t from 'tap'
import { noServer } from '../sql/postgres/new-schema.js'
import { testParity } from './parity.js'

const reason = await noServer()

// A fresh site takes ten times as long as in a file, and the contract is tested on both.
if (reason === undefined) testParity('postgres', 12)
else t.test('scenarios', { skip: reason }, async () => undefined)
