import { checks } from '@platen/core'
import { defineFeature, featurePart, type Registering } from '../../kernel/features/index.js'
import { indexedMeta } from '../../kernel/records/index.js'
import { listAdditions } from '../../kernel/rest/index.js'
import { metaAdditions } from './filters/meta-additions.js'
import { indexFilling } from './indexing/index-filling.js'
import { checkIndexed, checkNames } from './indexing/indexed-keys.js'
import { type MetaOptions, metaKeys } from './meta-keys.js'
import { type MetaObjects, metaObjects } from './meta-objects.js'
import { referringAdditions } from './relations/referring-additions.js'
import { checkReference } from './relations/relations.js'

/** The registration call for meta. */
export interface MetaRegistrations {
  registerMeta(options: MetaOptions): void
}

/** Creates it. */
export const metaRegistrations = ({ context }: Registering): MetaRegistrations => ({
  registerMeta: options => context.get(metaKeys).register(options),
})

/** The parts of features about meta. */
export interface MetaPart {
  /** Kinds of objects that can have meta, such as `post`. */
  readonly metaObjects?: readonly MetaObjects[]
  readonly meta?: readonly MetaOptions[]
}

const { objects } = checks

/** Meta of posts, terms, users and comments. */
export const metaFeature = defineFeature({
  name: 'meta',
  collections: [indexedMeta],
  registrations: metaRegistrations,
  parts: {
    meta: featurePart<readonly MetaOptions[]>(objects, ({ context }, keys) => {
      for (const options of keys) context.get(metaKeys).register(options)
    }),
    metaObjects: featurePart<readonly MetaObjects[]>(
      objects,
      ({ context }, kinds) => void context.get(metaObjects).push(...kinds),
    ),
  },
  setup({ context }) {
    context.get(listAdditions).contribute(list => metaAdditions(context, list))
    context.get(listAdditions).contribute(list => referringAdditions(context, list))
  },
  check(site) {
    for (const key of site.get(metaKeys).all()) {
      checkIndexed(site, key)
      checkReference(site, key)
    }
    checkNames(site)
  },
  start: site => site.get(indexFilling).start(),
  stop: site => site.get(indexFilling).stop(),
})
