import { execFileSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { openPostgresStore, type SslMode } from '@platen/sql/postgres'
import t, { type Test } from 'tap'
import { temporaryFolder } from '../../temporary-folder.js'
import { newSchema } from './new-schema.js'
import { noPooler, startPooler } from './pgbouncer.js'

/** A certificate for `localhost`, which is its own authority; `undefined` without the program that creates it. */
function newCertificate() {
  const folder = temporaryFolder('certificate')
  chmodSync(folder, 0o755)
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const words = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost -addext'
  try {
    const files = ['-keyout', key, '-out', certificate]
    execFileSync('openssl', [...words.split(' '), 'subjectAltName=DNS:localhost', ...files], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  chmodSync(key, 0o644)
  return { key, certificate }
}

const files = newCertificate()
const reason = (await noPooler()) ?? (files === undefined ? 'openssl is not installed' : undefined)

type Encryption = 'disable' | 'require'

/** A server that refuses to encrypt connections, or requires it: PgBouncer, because it accepts connections by TCP. */
async function serverFor(t: Test, encryption: Encryption) {
  const { url: direct, schema, drop } = await newSchema()
  const settings = {
    client_tls_sslmode: encryption,
    client_tls_key_file: files?.key ?? '',
    client_tls_cert_file: files?.certificate ?? '',
  }
  const { url, stop } = await startPooler(direct, 20, settings)
  t.teardown(async () => {
    stop()
    await drop()
  })
  return { url, schema }
}

/** What becomes of each mode, at a server that refuses or requires encryption. */
const OUTCOMES: Record<Encryption, Record<string, RegExp | undefined>> = {
  disable: {
    '': undefined,
    'sslmode=disable': undefined,
    'sslmode=prefer': undefined,
    'sslmode=require': /No encrypted connection/,
    'sslmode=verify-full': /No encrypted connection/,
  },
  require: {
    '': undefined,
    'sslmode=disable': /connection to the database has failed/,
    'sslmode=prefer': undefined,
    'sslmode=require': undefined,
    'sslmode=verify-full': /No encrypted connection/,
    'sslmode=verify-full&sslrootcert={certificate}': undefined,
    'sslmode=verify-ca&sslrootcert={certificate}': undefined,
    'sslmode=require&sslrootcert={certificate}': undefined,
    'sslmode=require&sslrootcert={other}': /No encrypted connection/,
  },
}

for (const encryption of ['disable', 'require'] as const) {
  t.test(`encryption: ${encryption}`, reason === undefined ? {} : { skip: reason }, async t => {
    const { url, schema } = await serverFor(t, encryption)
    const other = newCertificate()?.certificate ?? ''
    const open = async (base: string, parameters: string, sslmode?: SslMode) => {
      const words = parameters.replace('{certificate}', files?.certificate ?? '').replace('{other}', other)
      const store = await openPostgresStore({ url: words === '' ? base : `${base}?${words}`, sslmode, schema })
      await store.options.set('a', 1)
      await store.close()
    }
    const named = url.replace('127.0.0.1', 'localhost')
    for (const [parameters, message] of Object.entries(OUTCOMES[encryption])) {
      const name = parameters.replace(/[{}]/g, '')
      if (message === undefined) await t.resolves(open(named, parameters), name)
      else await t.rejects(open(named, parameters), { code: 'unavailable', message }, name)
    }
    if (encryption === 'disable') return
    const certificate = 'sslrootcert={certificate}'
    await t.rejects(open(url, `sslmode=verify-full&${certificate}`), { code: 'unavailable' }, 'the name is verified')
    await t.resolves(open(url, `sslmode=verify-ca&${certificate}`), 'or not')
    await t.rejects(open(url, 'sslmode=prefer', 'disable'), { code: 'unavailable' }, 'options precede the URL')
  })
}

t.test('modes that do not exist', async t => {
  const refused = (parameters: string, message: RegExp) =>
    t.rejects(openPostgresStore({ url: `postgres://localhost/a?${parameters}` }), { name: 'RangeError', message })
  await refused('sslmode=no-verify', /"no-verify" is not supported.*verify-full/)
  await refused('sslmode=allow', /"allow" is not supported/)
  await refused('sslmode=verify-ca', /sslrootcert/)
  await t.rejects(openPostgresStore({ url: 'postgres://localhost/a', sslmode: 'on' as never }), { name: 'RangeError' })
})
