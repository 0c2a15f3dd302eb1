import { createMemoryStore } from '@platen/memory'
import t from 'tap'
import { storeContract } from './store-contract.js'

storeContract(t, async () => createMemoryStore())
