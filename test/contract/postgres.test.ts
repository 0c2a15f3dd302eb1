import t from 'tap'
import { noServer, openNewSchema } from '../sql/postgres/new-schema.js'
import { storeContract } from './store-contract.js'

const reason = await noServer()

if (reason === undefined) storeContract(t, () => openNewSchema())
else t.test('the contract', { skip: reason }, async () => undefined)
