import { createHmac, timingSafeEqual } from 'node:crypto'
import { inTransaction } from '../../operations/tx.js'
import type { SiteContext } from '../../site-context.js'
import type { WidgetInstance } from '../../widgets/define-widget.js'
import { isMap } from './stored-widgets.js'

const KEY_OPTION = 'widget_instance_key'
const KEY_BYTES = 32

/** An instance as clients hold it between two requests: opaque, and signed by the site. */
export interface EncodedInstance {
  readonly encoded: string
  readonly hash: string
}

/** Encodes instances of a type, and reads what it has encoded. */
export interface InstanceCodec {
  encode(idBase: string, instance: WidgetInstance): EncodedInstance
  /** The instance; `undefined` unless the site has encoded it for this type. */
  decode(idBase: string, given: EncodedInstance): WidgetInstance | undefined
}

const isKey = (stored: unknown): stored is string => typeof stored === 'string' && stored !== ''

/** The key of the site, which the first call creates. */
async function keyOf(site: SiteContext): Promise<string> {
  const stored = (await site.options()).get(KEY_OPTION)
  if (isKey(stored)) return stored
  return inTransaction(site, async ({ store }) => {
    const other = await store.options.get(KEY_OPTION)
    if (isKey(other)) return other
    const created = Buffer.from(site.services.random(KEY_BYTES)).toString('hex')
    await store.options.set(KEY_OPTION, created)
    return created
  })
}

/** Creates what signs and checks the instances that clients send back. */
export async function instanceCodec(site: SiteContext): Promise<InstanceCodec> {
  const key = await keyOf(site)
  const hashOf = (idBase: string, encoded: string) =>
    createHmac('sha256', key).update(`${idBase}:${encoded}`).digest('hex')
  return {
    encode(idBase, instance) {
      const encoded = Buffer.from(JSON.stringify(instance)).toString('base64')
      return { encoded, hash: hashOf(idBase, encoded) }
    },
    decode(idBase, { encoded, hash }) {
      const expected = Buffer.from(hashOf(idBase, encoded))
      const given = Buffer.from(hash)
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
      const instance: unknown = JSON.parse(Buffer.from(encoded, 'base64').toString())
      return isMap(instance) ? instance : undefined
    },
  }
}
