import { testParity } from './parity.js'

testParity('memory', 6)
