import type { AbilityRegistrations } from './abilities/ability-registrations.js'
import type { BlockRegistrations } from './blocks/block-registrations.js'
import type { CommentRecord } from './features/comments/comment-collection.js'
import type { FontRegistrations } from './features/fonts/font-registrations.js'
import type { IconRegistrations } from './features/icons/icon-registrations.js'
import type { MenuRegistrations } from './features/menus/menu-registrations.js'
import type { EmbedRegistrations } from './features/oembed/embed-registrations.js'
import type { PostRecord } from './features/posts/post-collection.js'
import type { SearchRegistrations } from './features/search/search-registrations.js'
import type { SettingRegistrations } from './features/settings/setting-registrations.js'
import type { HealthRegistrations } from './features/site-health/health-registrations.js'
import type { TermRecord } from './features/terms/term-collection.js'
import type { UserRecord } from './features/users/user-collection.js'
import type { WidgetRegistrations } from './features/widgets/widget-registrations.js'
import type { MetaRegistrations } from './meta/meta-feature.js'
import type { FieldRegistrations } from './registrations/extra-fields.js'
import type { PatternRegistrations } from './registrations/pattern-registrations.js'
import type { TypeRegistrations } from './registrations/type-registrations.js'
import type { SetupCalls } from './setup-calls.js'

/** The records of built-in resources, by the name of the resource. */
export interface ResourceRecords {
  readonly post: PostRecord
  readonly page: PostRecord
  readonly attachment: PostRecord
  readonly category: TermRecord
  readonly post_tag: TermRecord
  readonly user: UserRecord
  readonly comment: CommentRecord
}

/**
 * The registration API of a site, used for built-in types, taxonomies, statuses, meta and settings as well as a user's.
 * Once the site is ready, every call except `registerRoute` throws a `RegistrationError`. Each subject declares its calls.
 */
export interface RegistrationCalls
  extends SetupCalls,
    AbilityRegistrations,
    BlockRegistrations,
    EmbedRegistrations,
    FieldRegistrations<ResourceRecords>,
    FontRegistrations,
    HealthRegistrations,
    IconRegistrations,
    MenuRegistrations,
    MetaRegistrations,
    PatternRegistrations,
    SearchRegistrations,
    SettingRegistrations,
    TypeRegistrations,
    WidgetRegistrations {}
