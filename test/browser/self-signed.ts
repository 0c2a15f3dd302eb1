import { generateKeyPairSync, sign } from 'node:crypto'

const SEQUENCE = 0x30
const SET = 0x31
const INTEGER = 0x02
const BIT_STRING = 0x03
const UTF8_STRING = 0x0c
const UTC_TIME = 0x17
const COMMON_NAME = Buffer.from('0603550403', 'hex')
const ECDSA_WITH_SHA256 = Buffer.from('300a06082a8648ce3d040302', 'hex')

/** A value of DER (X.690). */
function der(tag: number, ...parts: readonly (Uint8Array | string)[]): Buffer {
  const content = Buffer.concat(parts.map(part => Buffer.from(part)))
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const utcTime = (time: Date) => der(UTC_TIME, `${time.toISOString().replace(/\D/g, '').slice(2, 14)}Z`)

/** Creates a key and a certificate for a host, which is valid for a day. Nobody trusts it. */
export function selfSigned(host: string): { readonly key: string; readonly cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8_STRING, host))))
  const day = 86_400_000
  const validity = der(SEQUENCE, utcTime(new Date(Date.now() - day)), utcTime(new Date(Date.now() + day)))
  const subjectKey = publicKey.export({ type: 'spki', format: 'der' })
  const content = der(SEQUENCE, der(INTEGER, Uint8Array.of(1)), ECDSA_WITH_SHA256, name, validity, name, subjectKey)
  const signature = der(BIT_STRING, Uint8Array.of(0), sign('sha256', content, privateKey))
  const certificate = der(SEQUENCE, content, ECDSA_WITH_SHA256, signature)
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? []
  return {
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  }
}
