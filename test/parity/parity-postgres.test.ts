import t from 'tap'
import { alwaysInTurn } from '../scale.js'
import { noServer } from '../sql/postgres/new-schema.js'
import { testParity } from './parity.js'

const reason = await noServer()

// A fresh site takes ten times as long as in a file, and the contract is tested on both.
if (reason === undefined) testParity('postgres', 7, alwaysInTurn)
else t.test('scenarios', { skip: reason }, async () => undefined)
