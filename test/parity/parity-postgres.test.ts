import { alwaysInTurn } from '../scale.js'
import { noServer } from '../sql/postgres/new-schema.js'
import { testParity } from './parity.js'

// A fresh site takes ten times as long as in a file, and the contract is tested on both.
if ((await noServer()) === undefined) testParity('postgres', 7, alwaysInTurn)
