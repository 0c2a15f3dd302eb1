import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Test } from 'tap'
import { freePort } from '../../examples/drive-recipe.js'
import { untilEnd } from '../../sql/postgres/server.js'
import { temporaryFolder } from '../../temporary-folder.js'
import type { OtherService } from './other-service.js'

/** Debian's Python, which has the modules of Debian's package `python3-swift`. */
const PYTHON = '/usr/bin/python3'
const NAMES = ['account', 'container', 'object', 'proxy'] as const

/** Writes the rings of one device, then runs all servers: `FOLDER PORT…`. */
const SERVERS = `
import os, signal, sys
from swift.common import utils
folder, ports = sys.argv[1], sys.argv[2:]
utils.set_swift_dir(folder)
from swift.common.ring import RingBuilder
from swift.common.wsgi import run_wsgi
from swift.obj.server import global_conf_callback
names = ['account', 'container', 'object', 'proxy']
for name, port in list(zip(names, ports))[:3]:
    ring = RingBuilder(0, 1, 0)
    ring.add_dev(dict(region=1, zone=1, ip='127.0.0.1', port=int(port), device='one', weight=1))
    ring.rebalance()
    ring.get_ring().save(f'{folder}/{name}.ring.gz')
children = []
for name in names:
    child = os.fork()
    if child == 0:
        more = {'global_conf_callback': global_conf_callback} if name == 'object' else {}
        sys.exit(run_wsgi(f'{folder}/{name}.conf', f'{name}-server', **more))
    children.append(child)
def end(*_):
    for child in children: os.kill(child, signal.SIGKILL)
    os._exit(0)
signal.signal(signal.SIGTERM, end)
os.wait()
end()
`

const PIPELINE = 'catch_errors gatekeeper healthcheck cache listing_formats s3api tempauth slo proxy-logging'
const FILTERS: Readonly<Record<string, string>> = {
  cache: 'use = egg:swift#memcache',
  // Listings have several pages.
  s3api: 'use = egg:swift#s3api\nmax_bucket_listing = 10',
  tempauth: 'use = egg:swift#tempauth\nuser_test_tester = testing .admin',
  'proxy-logging': 'use = egg:swift#proxy_logging',
}

/** Why Swift cannot run, if so: for tests to skip themselves. */
export function noSwift(): string | undefined {
  const folder = temporaryFolder('swift')
  const probe = 'import os, sys, swift, xattr; xattr.setxattr(sys.argv[1], "user.swift", b"x")'
  try {
    execFileSync(PYTHON, ['-c', probe, folder], { stdio: ['ignore', 'ignore', 'pipe'] })
    return undefined
  } catch (error) {
    const { stderr } = error as { readonly stderr?: Buffer }
    return `OpenStack Swift cannot run: ${String(stderr ?? error)
      .trim()
      .split('\n')
      .at(-1)}`
  }
}

function configurationOf(name: (typeof NAMES)[number], folder: string, port: string): string {
  const shared = {
    bind_ip: '127.0.0.1',
    bind_port: port,
    workers: 0,
    user: userInfo().username,
    swift_dir: folder,
    devices: join(folder, 'devices'),
    mount_check: false,
    fallocate_reserve: 0,
    log_level: 'ERROR',
  }
  const lines = Object.entries(shared).map(([key, value]) => `${key} = ${value}`)
  const filters = name === 'proxy' ? PIPELINE.split(' ') : []
  return [
    '[DEFAULT]',
    ...lines,
    '[pipeline:main]',
    `pipeline = ${[...filters, `${name}-server`].join(' ')}`,
    `[app:${name}-server]`,
    `use = egg:swift#${name}`,
    ...(name === 'proxy' ? ['account_autocreate = true', 'allow_account_management = true'] : []),
    ...filters.flatMap(filter => [`[filter:${filter}]`, FILTERS[filter] ?? `use = egg:swift#${filter}`]),
  ].join('\n')
}

/** Starts OpenStack Swift with its interface of S3, on one device in a temporary folder; it ends with the test. */
export async function startSwift(t: Test): Promise<OtherService> {
  const folder = temporaryFolder('swift')
  mkdirSync(join(folder, 'devices/one'), { recursive: true })
  writeFileSync(join(folder, 'swift.conf'), '[swift-hash]\nswift_hash_path_suffix = test\n')
  const ports: string[] = []
  for (const name of NAMES) {
    const port = await freePort()
    ports.push(port)
    writeFileSync(join(folder, `${name}.conf`), configurationOf(name, folder, port))
  }
  const words = ['-c', untilEnd('TERM'), 'sh', PYTHON, '-c', SERVERS, folder, ...ports]
  const child = spawn('sh', words, { stdio: ['pipe', 'ignore', 'inherit'] })
  t.teardown(() => child.stdin?.end())
  const url = `http://127.0.0.1:${ports.at(-1)}`
  for (let isReady = false; !isReady; await setTimeout(100)) {
    if (child.exitCode !== null) throw new Error('Swift does not start')
    isReady = await fetch(`${url}/healthcheck`).then(
      response => response.ok,
      () => false,
    )
  }
  return { url, access: { accessKeyId: 'test:tester', secretAccessKey: 'testing' }, misreads: undefined }
}
