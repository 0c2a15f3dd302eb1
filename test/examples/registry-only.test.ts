import t from 'tap'
import { runExample } from './run-example.js'

t.test('it prints the responses', async t => {
  const { code, lines } = await runExample(t, 'registry-only').ended
  t.equal(code, 0)
  t.same(
    lines.map(line => line.split(' ').slice(0, 3).join(' ')),
    [
      'POST /garden/v1/plants 201',
      'POST /garden/v1/plants 400',
      'POST /garden/v1/plants 409',
      'GET /garden/v1/plants 200',
    ],
  )
  t.match(lines, [/"height":300/, /"name":.*"height":/, /"plant_exists"/, /\[\{"name":"Mint"\}\]$/])
})
