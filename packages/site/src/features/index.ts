import { blocksFeature } from '../blocks/blocks-feature.js'
import type { Feature } from '../feature.js'
import { metaFeature } from '../meta/meta-feature.js'
import type { ContentCalls } from '../operations/content-calls.js'
import { fieldsFeature } from '../registrations/extra-fields.js'
import { sessionsFeature } from '../sessions/sessions-feature.js'
import { abilitiesFeature } from './abilities/abilities-feature.js'
import { accountLinksFeature } from './account-links/account-links-feature.js'
import type { EmailChangesContent } from './account-links/email-changes.js'
import type { PasswordResetsContent } from './account-links/password-resets.js'
import type { ApplicationPasswordsContent } from './application-passwords/application-password-content.js'
import { applicationPasswordsFeature } from './application-passwords/application-passwords-feature.js'
import { auditFeature } from './audit/audit-feature.js'
import { blockRendererFeature } from './block-renderer/block-renderer-feature.js'
import { blockTypesFeature } from './block-types/block-types-feature.js'
import type { CommentsContent } from './comments/comment-content.js'
import { commentsFeature } from './comments/comments-feature.js'
import { directoriesFeature } from './directories/directories-feature.js'
import type { FontsContent } from './fonts/font-content.js'
import { fontsFeature } from './fonts/fonts-feature.js'
import type { GlobalStylesContent } from './global-styles/global-styles-content.js'
import { globalStylesFeature } from './global-styles/global-styles-feature.js'
import { iconsFeature } from './icons/icons-feature.js'
import type { MediaContent } from './media/media-content.js'
import { mediaFeature } from './media/media-feature.js'
import type { MenusContent } from './menus/menu-content.js'
import type { MenuItemsContent } from './menus/menu-item-content.js'
import { menusFeature } from './menus/menus-feature.js'
import type { NavigationContent } from './navigation/navigation-content.js'
import { navigationFeature } from './navigation/navigation-feature.js'
import { oembedFeature } from './oembed/oembed-feature.js'
import { patternsFeature } from './patterns/patterns-feature.js'
import type { PluginsContent } from './plugins/plugins-content.js'
import { pluginsFeature } from './plugins/plugins-feature.js'
import type { PostsContent } from './posts/post-content.js'
import { postsFeature } from './posts/posts-feature.js'
import type { AutosavesContent } from './revisions/autosave-content.js'
import type { RevisionsContent } from './revisions/revision-content.js'
import { revisionsFeature } from './revisions/revisions-feature.js'
import { rootFeature } from './root/root-feature.js'
import { searchFeature } from './search/search-feature.js'
import type { SettingsContent } from './settings/settings-content.js'
import { settingsFeature } from './settings/settings-feature.js'
import { siteHealthFeature } from './site-health/site-health-feature.js'
import { statusesFeature } from './statuses/statuses-feature.js'
import { syncedPatternsFeature } from './synced-patterns/synced-patterns-feature.js'
import { taxonomiesFeature } from './taxonomies/taxonomies-feature.js'
import type { TemplatePartsContent, TemplatesContent } from './templates/templates-content.js'
import { templatesFeature } from './templates/templates-feature.js'
import type { TermsContent } from './terms/term-content.js'
import { termsFeature } from './terms/terms-feature.js'
import { type ThemeExportContent, themeExportFeature } from './theme-export/theme-export-feature.js'
import type { ThemesContent } from './themes/themes-content.js'
import { themesFeature } from './themes/themes-feature.js'
import { typesFeature } from './types/types-feature.js'
import { urlDetailsFeature } from './url-details/url-details-feature.js'
import type { UsersContent } from './users/user-content.js'
import { usersFeature } from './users/users-feature.js'
import { viewConfigFeature } from './view-config/view-config-feature.js'
import type { WidgetsContent } from './widgets/widgets-content.js'
import { widgetsFeature } from './widgets/widgets-feature.js'

/** The in-process operations of the built-in features. */
export interface BuiltInContent {
  readonly posts: PostsContent
  readonly media: MediaContent
  readonly navigation: NavigationContent
  readonly revisions: RevisionsContent
  readonly comments: CommentsContent
  readonly autosaves: AutosavesContent
  readonly terms: TermsContent
  readonly menus: MenusContent
  readonly menuItems: MenuItemsContent
  readonly users: UsersContent
  readonly settings: SettingsContent
  readonly applicationPasswords: ApplicationPasswordsContent
  readonly passwordResets: PasswordResetsContent
  readonly emailChanges: EmailChangesContent
  readonly widgets: WidgetsContent
  readonly plugins: PluginsContent
  readonly fonts: FontsContent
  readonly themes: ThemesContent
  readonly globalStyles: GlobalStylesContent
  readonly templates: TemplatesContent
  readonly templateParts: TemplatePartsContent
  readonly themeExport: ThemeExportContent
}

/** Creates the in-process operations of the built-in features. */
export const builtInContent = (calls: ContentCalls): BuiltInContent => ({
  ...postsFeature.content(calls),
  ...mediaFeature.content(calls),
  ...navigationFeature.content(calls),
  ...revisionsFeature.content(calls),
  ...commentsFeature.content(calls),
  ...termsFeature.content(calls),
  ...menusFeature.content(calls),
  ...usersFeature.content(calls),
  ...settingsFeature.content(calls),
  ...applicationPasswordsFeature.content(calls),
  ...accountLinksFeature.content(calls),
  ...widgetsFeature.content(calls),
  ...pluginsFeature.content(calls),
  ...fontsFeature.content(calls),
  ...themesFeature.content(calls),
  ...globalStylesFeature.content(calls),
  ...templatesFeature.content(calls),
  ...themeExportFeature.content(calls),
})

/** The built-in features, in the order of their routes. */
export const builtInFeatures: readonly Feature[] = Object.freeze([
  fieldsFeature,
  metaFeature,
  blocksFeature,
  rootFeature,
  postsFeature,
  syncedPatternsFeature,
  navigationFeature,
  mediaFeature,
  commentsFeature,
  typesFeature,
  statusesFeature,
  taxonomiesFeature,
  termsFeature,
  menusFeature,
  usersFeature,
  searchFeature,
  sessionsFeature,
  applicationPasswordsFeature,
  accountLinksFeature,
  auditFeature,
  settingsFeature,
  revisionsFeature,
  oembedFeature,
  urlDetailsFeature,
  blockTypesFeature,
  blockRendererFeature,
  patternsFeature,
  directoriesFeature,
  widgetsFeature,
  themesFeature,
  siteHealthFeature,
  pluginsFeature,
  fontsFeature,
  abilitiesFeature,
  globalStylesFeature,
  iconsFeature,
  templatesFeature,
  viewConfigFeature,
  themeExportFeature,
])
