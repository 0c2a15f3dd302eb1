import { testParity } from './parity.js'

testParity('sqlite')
