import { timingSafeEqual } from 'node:crypto'
import type { SiteContext } from '../../kernel/context/index.js'
import { keyedHash } from '../../kernel/operations/index.js'
import { isMap } from '../../kernel/text/index.js'
import type { WidgetInstance } from './define-widget.js'

const KEY_OPTION = 'widget_instance_key'

/** An instance for clients between two requests: opaque, and signed by the site. */
export interface EncodedInstance {
  readonly encoded: string
  readonly hash: string
}

/** Encodes and decodes instances of a type. */
export interface InstanceCodec {
  encode(idBase: string, instance: WidgetInstance): EncodedInstance
  /** The instance; `undefined` unless the site has encoded it for this type. */
  decode(idBase: string, encoded: EncodedInstance): WidgetInstance | undefined
}

/** Creates the codec that signs instances, and checks those that clients send back. */
export async function instanceCodec(site: SiteContext): Promise<InstanceCodec> {
  const hash = await keyedHash(site, KEY_OPTION)
  const hashOf = (idBase: string, encoded: string) => Buffer.from(hash(`${idBase}:${encoded}`)).toString('hex')
  return {
    encode(idBase, instance) {
      const encoded = Buffer.from(JSON.stringify(instance)).toString('base64')
      return { encoded, hash: hashOf(idBase, encoded) }
    },
    decode(idBase, { encoded, hash }) {
      const expected = Buffer.from(hashOf(idBase, encoded))
      const received = Buffer.from(hash)
      if (received.length !== expected.length || !timingSafeEqual(received, expected)) return undefined
      const instance: unknown = JSON.parse(Buffer.from(encoded, 'base64').toString())
      return isMap(instance) ? instance : undefined
    },
  }
}
