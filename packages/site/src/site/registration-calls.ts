import type { FontRegistrations } from '../appearance/fonts/index.js'
import type { IconRegistrations } from '../appearance/icons/index.js'
import type { WidgetRegistrations } from '../appearance/widgets/index.js'
import type { EmbedRegistrations } from '../content/embeds/index.js'
import type { MenuRegistrations } from '../content/menus/index.js'
import type { MetaRegistrations } from '../content/meta/index.js'
import type { SearchRegistrations } from '../content/search/index.js'
import type { TypeRegistrations } from '../content/types/index.js'
import type { BlockRegistrations, PatternRegistrations } from '../kernel/blocks/index.js'
import type { SetupCalls } from '../kernel/features/index.js'
import type { CommentRecord, PostRecord, TermRecord, UserRecord } from '../kernel/records/index.js'
import type { FieldRegistrations, ListRegistrations } from '../kernel/rest/index.js'
import type { AbilityRegistrations } from '../server/abilities/index.js'
import type { SettingRegistrations } from '../server/settings/index.js'
import type { HealthRegistrations } from '../server/site-health/index.js'

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
    ListRegistrations<ResourceRecords, PostRecord | TermRecord>,
    MenuRegistrations,
    MetaRegistrations,
    PatternRegistrations,
    SearchRegistrations,
    SettingRegistrations,
    TypeRegistrations,
    WidgetRegistrations {}
