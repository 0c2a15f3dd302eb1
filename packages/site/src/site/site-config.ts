import type { ThemesConfig } from '../appearance/themes/index.js'
import type { CommentsConfig } from '../content/comments/index.js'
import type { MediaConfig } from '../content/media/index.js'
import type { PatternDirectoryConfig } from '../content/patterns/index.js'
import type { PostsConfig } from '../content/posts/index.js'
import type { RevisionsConfig } from '../content/revisions/index.js'
import type { KernelConfig } from '../kernel/context/index.js'
import type { ListsConfig } from '../kernel/rest/index.js'
import type { AccessConfig } from '../people/access/index.js'
import type { ApplicationPasswordsConfig } from '../people/application-passwords/index.js'
import type { AuditConfig } from '../people/audit/index.js'
import type { SessionsConfig } from '../people/sessions/index.js'
import type { UsersConfig } from '../people/users/index.js'
import type { AbilitiesConfig } from '../server/abilities/index.js'
import type { BlockDirectoryConfig } from '../server/directories/index.js'
import type { OpenApiConfig } from '../server/openapi/index.js'
import type { PluginsConfig } from '../server/plugins/index.js'
import type { SiteHealthConfig } from '../server/site-health/index.js'

/** The configuration of a site. Each subject declares its options. */
export interface SiteConfig
  extends KernelConfig,
    AbilitiesConfig,
    AccessConfig,
    ApplicationPasswordsConfig,
    AuditConfig,
    BlockDirectoryConfig,
    CommentsConfig,
    ListsConfig,
    MediaConfig,
    OpenApiConfig,
    PatternDirectoryConfig,
    PluginsConfig,
    PostsConfig,
    RevisionsConfig,
    SessionsConfig,
    SiteHealthConfig,
    ThemesConfig,
    UsersConfig {}
