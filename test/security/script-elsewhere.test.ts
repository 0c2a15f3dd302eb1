import t from 'tap'
import { judgeMany } from './stored-script.js'

t.setTimeout(120_000)

// With the texts that go through content, a hundred thousand are judged.

t.test('no title, comment or description that is filtered runs a script', async t =>
  judgeMany(t, ['title', 'comment', 'description'], 2, 10_000),
)
t.test('no excerpt does', async t => judgeMany(t, ['excerpt', 'written excerpt'], 3, 10_000))
