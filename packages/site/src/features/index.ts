import { blocksFeature } from '../blocks/blocks-feature.js'
import type { Feature } from '../feature.js'
import { applicationPasswordsFeature } from './application-passwords/application-passwords-feature.js'
import { mediaFeature } from './media/media-feature.js'
import { postsFeature } from './posts/posts-feature.js'
import { rootFeature } from './root/root-feature.js'
import { searchFeature } from './search/search-feature.js'
import { settingsFeature } from './settings/settings-feature.js'
import { statusesFeature } from './statuses/statuses-feature.js'
import { taxonomiesFeature } from './taxonomies/taxonomies-feature.js'
import { termsFeature } from './terms/terms-feature.js'
import { typesFeature } from './types/types-feature.js'
import { usersFeature } from './users/users-feature.js'

/** The built-in features, in the order of their routes. */
export const builtInFeatures: readonly Feature[] = Object.freeze([
  blocksFeature,
  rootFeature,
  postsFeature,
  mediaFeature,
  typesFeature,
  statusesFeature,
  taxonomiesFeature,
  termsFeature,
  usersFeature,
  searchFeature,
  applicationPasswordsFeature,
  settingsFeature,
])
