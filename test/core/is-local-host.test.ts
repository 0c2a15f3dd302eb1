import { isLocalHost } from '@platen/core'
import t from 'tap'

for (const url of ['http://localhost:8080', 'http://127.0.0.1', 'http://[::1]:80'])
  t.ok(isLocalHost(new URL(url).hostname), url)
for (const url of ['http://localhost.example', 'http://127.0.0.2', 'http://[::2]', 'http://127.0.0.1.example'])
  t.notOk(isLocalHost(new URL(url).hostname), url)
