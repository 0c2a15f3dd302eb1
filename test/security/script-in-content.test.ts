import t from 'tap'
import { judgeMany } from './stored-script.js'

t.setTimeout(120_000)

t.test('no content that is filtered runs a script', async t => judgeMany(t, ['content'], 1, 50_000))
