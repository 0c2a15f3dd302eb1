import t from 'tap'
import { openNewFile } from '../site/sqlite-file.js'
import { storeContract } from './store-contract.js'

const folder = t.testdir()
let made = 0

storeContract(t, () => openNewFile(`${folder}/${++made}.sqlite`))
