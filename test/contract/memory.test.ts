import { createMemoryStore } from '@platen/memory'
import { storeContract } from '@platen/storage/contract'
import { test } from './tap.js'

storeContract({ test, makeStore: createMemoryStore })
