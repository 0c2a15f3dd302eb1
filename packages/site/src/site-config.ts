import type { AbilitiesConfig } from './abilities/ability-options.js'
import type { AccessConfig } from './access/rate-limit-options.js'
import type { ApplicationPasswordsConfig } from './features/application-passwords/options.js'
import type { AuditConfig } from './features/audit/audit-options.js'
import type { CommentsConfig } from './features/comments/comment-options.js'
import type { BlockDirectoryConfig } from './features/directories/block-directory.js'
import type { PatternDirectoryConfig } from './features/directories/pattern-directory.js'
import type { PostsConfig } from './features/posts/post-options.js'
import type { RevisionsConfig } from './features/revisions/revision-options.js'
import type { SiteHealthConfig } from './features/site-health/site-health-options.js'
import type { UsersConfig } from './features/users/user-options.js'
import type { KernelConfig } from './kernel-config.js'
import type { MediaConfig } from './media/media-options.js'
import type { PluginsConfig } from './plugins/plugin.js'
import type { SessionsConfig } from './sessions/session-options.js'
import type { ThemesConfig } from './themes/theme-source.js'

/** The configuration of a site. Each subject declares its options. */
export interface SiteConfig
  extends KernelConfig,
    AbilitiesConfig,
    AccessConfig,
    ApplicationPasswordsConfig,
    AuditConfig,
    BlockDirectoryConfig,
    CommentsConfig,
    MediaConfig,
    PatternDirectoryConfig,
    PluginsConfig,
    PostsConfig,
    RevisionsConfig,
    SessionsConfig,
    SiteHealthConfig,
    ThemesConfig,
    UsersConfig {}
