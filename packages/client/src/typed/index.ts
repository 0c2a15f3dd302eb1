export type { FieldOf, Picked, QueryOf, QueryValue, ResponseOf } from './bodies.js'
export type { EmbedError, EmbedsOf, EmbedView, PrefixOf, RelationOf } from './embeds.js'
export type { InputOf } from './inputs.js'
export type { IsDictionary, ItemOf, ListedIn, Named, Resources } from './resources.js'
