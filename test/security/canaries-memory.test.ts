import { createMemoryStore } from '@platen/memory'
import { testCanaries } from './canary-matrix.js'

testCanaries(async () => ({ store: createMemoryStore() }), 1)
