import { checks } from '@platen/core'
import { registrationKey } from '../../kernel/context/index.js'
import { defineFeature, featurePart, type Registering } from '../../kernel/features/index.js'
import { type MetaOptions, metaKeys } from './meta-keys.js'

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
  readonly metaObjects?: readonly string[]
  readonly meta?: readonly MetaOptions[]
}

/** The kinds of objects that can have meta, as features declare them. */
export const metaObjects = registrationKey('objects with meta', (): string[] => [])

const { objects, texts } = checks

/** Meta of posts, terms, users and comments. */
export const metaFeature = defineFeature({
  name: 'meta',
  registrations: metaRegistrations,
  parts: {
    meta: featurePart<readonly MetaOptions[]>(objects, ({ context }, keys) => {
      for (const options of keys) context.get(metaKeys).register(options)
    }),
    metaObjects: featurePart<readonly string[]>(
      texts,
      ({ context }, names) => void context.get(metaObjects).push(...names),
    ),
  },
})
