import type { WidgetsPart } from '../appearance/widgets/index.js'
import type { MetaPart } from '../content/meta/index.js'
import type { SearchPart } from '../content/search/index.js'
import type { TypesPart } from '../content/types/index.js'
import type { BlocksPart } from '../kernel/blocks/index.js'
import { defineFeature as defineBase, type FeatureBase } from '../kernel/features/index.js'
import type { PostRecord, TermRecord } from '../kernel/records/index.js'
import type {
  AddedArgument,
  DeclareArgument,
  DeclareOrder,
  ListDefinition,
  ListsPart,
  NamedOrder,
} from '../kernel/rest/index.js'
import type { AbilitiesPart } from '../server/abilities/index.js'
import type { SettingsPart } from '../server/settings/index.js'
import type { OnlyDeclared } from '../typed/index.js'
import type { RegistrationCalls, ResourceRecords } from './registration-calls.js'

/**
 * A feature of a site: everything that a family of resources consists of. Built-in features use the same API as those
 * passed to `createSite({ features })` and `site.use(feature)`.
 */
export interface Feature
  extends FeatureBase,
    AbilitiesPart,
    BlocksPart,
    ListsPart,
    MetaPart,
    SearchPart,
    SettingsPart,
    TypesPart,
    WidgetsPart {
  /** Registers what depends on the site, and listens to events. Runs once, when the feature is added; not asynchronous. */
  setup?(site: RegistrationCalls): void
  /** Loads external data, such as files. Runs when the site becomes ready; it can still register. */
  load?(site: RegistrationCalls): Promise<void>
}

/** No members besides those of a feature. */
type OnlyKnown<F> = { readonly [K in Exclude<keyof F, keyof Feature>]: never }

/** Declares a feature: freezes it and infers its type, from which a site gets the types of its content. */
export const defineFeature = <const F extends Feature>(feature: F & OnlyKnown<F> & OnlyDeclared<F>): Readonly<F> =>
  defineBase(feature)

/** Declares an argument of lists for the part `listArguments` of a feature; takes what `registerListArgument` does. */
export const defineListArgument: DeclareArgument<
  ResourceRecords,
  PostRecord | TermRecord,
  ListDefinition<AddedArgument>
> = (lists, name, definition) => Object.freeze({ lists: [lists].flat(), name, definition })

/** Declares an order of lists for the part `listOrders` of a feature; takes what `registerOrder` does. */
export const defineListOrder: DeclareOrder<ResourceRecords, PostRecord | TermRecord, ListDefinition<NamedOrder>> = (
  lists,
  name,
  definition,
) => Object.freeze({ lists: [lists].flat(), name, definition })
