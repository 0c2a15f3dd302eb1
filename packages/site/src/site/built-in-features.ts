import { blocksFeature } from '../appearance/block-library/index.js'
import { blockRendererFeature, blockTypesFeature } from '../appearance/block-types/index.js'
import { type FontsContent, fontsFeature } from '../appearance/fonts/index.js'
import { type GlobalStylesContent, globalStylesFeature } from '../appearance/global-styles/index.js'
import { iconsFeature } from '../appearance/icons/index.js'
import { type TemplatePartsContent, type TemplatesContent, templatesFeature } from '../appearance/templates/index.js'
import { type ThemeExportContent, themeExportFeature } from '../appearance/theme-export/index.js'
import { type ThemesContent, themesFeature } from '../appearance/themes/index.js'
import { type WidgetsContent, widgetsFeature } from '../appearance/widgets/index.js'
import { type CommentsContent, commentsFeature } from '../content/comments/index.js'
import { oembedFeature, urlDetailsFeature } from '../content/embeds/index.js'
import { type MediaContent, mediaFeature } from '../content/media/index.js'
import { type MenuItemsContent, type MenusContent, menusFeature } from '../content/menus/index.js'
import { metaFeature } from '../content/meta/index.js'
import { type NavigationContent, navigationFeature } from '../content/navigation/index.js'
import { patternsFeature, syncedPatternsFeature } from '../content/patterns/index.js'
import { type PostsContent, postsFeature } from '../content/posts/index.js'
import { type AutosavesContent, type RevisionsContent, revisionsFeature } from '../content/revisions/index.js'
import { searchFeature } from '../content/search/index.js'
import { type TermsContent, termsFeature } from '../content/terms/index.js'
import { statusesFeature, taxonomiesFeature, typesFeature } from '../content/types/index.js'
import { viewConfigFeature } from '../content/view-config/index.js'
import type { ContentCalls } from '../kernel/operations/index.js'
import { fieldsFeature, listsFeature } from '../kernel/rest/index.js'
import {
  accountLinksFeature,
  type EmailChangesContent,
  type PasswordResetsContent,
} from '../people/account-links/index.js'
import { type ApplicationPasswordsContent, applicationPasswordsFeature } from '../people/application-passwords/index.js'
import { auditFeature } from '../people/audit/index.js'
import { sessionsFeature } from '../people/sessions/index.js'
import { type UsersContent, usersFeature } from '../people/users/index.js'
import { abilitiesFeature } from '../server/abilities/index.js'
import { directoriesFeature } from '../server/directories/index.js'
import { openApiFeature } from '../server/openapi/index.js'
import { type PluginsContent, pluginsFeature } from '../server/plugins/index.js'
import { rootFeature } from '../server/root/index.js'
import { type SettingsContent, settingsFeature } from '../server/settings/index.js'
import { siteHealthFeature } from '../server/site-health/index.js'
import type { Feature } from './feature.js'

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
  listsFeature,
  metaFeature,
  blocksFeature,
  rootFeature,
  openApiFeature,
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
