export type { Block } from '@platen/rendering'
export {
  type BindingSource,
  type BindingUse,
  type BlockPlace,
  type BlockRegistry,
  type BlockTypeDefinition,
  type BlockUse,
  coreBlocks,
  coreShortcodes,
  createBlockRegistry,
  createShortcodeRegistry,
  decodeEntities,
  escapeHtml,
  filterHtml,
  type HtmlContext,
  type HtmlFilterOptions,
  type ShortcodeOptions,
  type ShortcodeRegistry,
  type ShortcodeRenderer,
  slugify,
} from '@platen/rendering'
export {
  type Ability,
  type AbilityAnnotations,
  type AbilityOptions,
  type AbilityPermission,
  type AbilityScope,
  defineAbility,
  type TypedAbility,
} from './abilities/ability.js'
export type { AbilityCategory, AbilityCategoryOptions } from './abilities/ability-category.js'
export type { AbilityConfig } from './abilities/ability-options.js'
export type { FeatureAbilities } from './abilities/ability-registrations.js'
export { abilities, abilityCategories, type RegisteredAbilities } from './abilities/registered-abilities.js'
export type { SiteAbilities } from './abilities/site-abilities.js'
export { attemptSignIn, type SignInAttempt } from './access/attempt-sign-in.js'
export type { AccessRules, ObjectRule, RuleScope } from './access/object-rules.js'
export { permit } from './access/permit.js'
export type { PostPasswordLimits, RateLimitOptions, RouteLimit, SignInLimits } from './access/rate-limit-options.js'
export type { Right } from './access/rights.js'
export { defaultRoles, type Role } from './access/roles.js'
export { isSameName } from './access/same-name.js'
export { capabilitiesOf, type SitePrincipal, sitePrincipal } from './access/site-principal.js'
export { principalByName } from './access/users-by-name.js'
export type { BlockCode } from './blocks/block-file.js'
export {
  type BlockScope,
  defineBindingSource,
  defineBlock,
  type SiteBindingSource,
  type SiteBlock,
} from './blocks/block-scope.js'
export type { CompressionOptions } from './compression/compression-options.js'
export type { ConsolePages } from './console-pages.js'
export type { ConsoleMails, ConsoleRoutesSite } from './console-routes/console-site.js'
export { registerConsoleRoutes } from './console-routes/register-console-routes.js'
export { createSite } from './create-site.js'
export { clientError, cmsDialect, corsHeaders, type Dialect, dialects, wpDialect } from './dialect/dialect.js'
export { defineFeature, type Feature } from './feature.js'
export type { ContentOf } from './feature-base.js'
export type { EmailChange, EmailChangesContent } from './features/account-links/email-changes.js'
export type { LinkMail, MailedToken, MailText } from './features/account-links/link-mail.js'
export type {
  PasswordReset,
  PasswordResetRequest,
  PasswordResetsContent,
} from './features/account-links/password-resets.js'
export {
  type ApplicationPasswordRecord,
  applicationPasswords,
  applicationPasswordsIn,
  whereApplicationPasswords,
} from './features/application-passwords/application-password-collection.js'
export type { ApplicationPasswordsContent } from './features/application-passwords/application-password-content.js'
export {
  applicationPasswordRevoked,
  applicationPasswordSaved,
} from './features/application-passwords/application-password-events.js'
export type {
  ApplicationPasswordChanges,
  ApplicationPasswordInput,
  ApplicationPasswordTarget,
  CreatedApplicationPassword,
  NewApplicationPassword,
} from './features/application-passwords/application-password-input.js'
export {
  type ApplicationPasswordOwner,
  createApplicationPassword,
  renameApplicationPassword,
  revokeApplicationPassword,
  revokeApplicationPasswords,
} from './features/application-passwords/application-password-operations.js'
export { applicationPasswordsAvailable, type PasswordScope } from './features/application-passwords/availability.js'
export type { ApplicationPasswordOptions } from './features/application-passwords/options.js'
export * from './features/audit/index.js'
export {
  type CommentRecord,
  type CommentRelated,
  type CommentRelations,
  comments,
  commentsIn,
  whereComments,
} from './features/comments/comment-collection.js'
export type { CommentsContent } from './features/comments/comment-content.js'
export {
  anonymousComments,
  type CheckedComment,
  commentCheck,
  commentContent,
  commentDeleted,
  commentSaved,
} from './features/comments/comment-hooks.js'
export type { CommentChanges, CommentInput, CommentTarget, NewComment } from './features/comments/comment-input.js'
export {
  createComment,
  deleteComment,
  restoreComment,
  trashComment,
  updateComment,
} from './features/comments/comment-operations.js'
export type { CommentOptions } from './features/comments/comment-options.js'
export { type CommentStatus, commentMetaKeys } from './features/comments/comment-values.js'
export {
  type ImportedComment,
  importComment,
  isCountedComment,
  storedComment,
} from './features/comments/import-comments.js'
export type { BlockDirectory, BlockDirectoryQuery, DirectoryBlock } from './features/directories/block-directory.js'
export type {
  DirectoryPattern,
  PatternDirectory,
  PatternDirectoryQuery,
} from './features/directories/pattern-directory.js'
export type { SentSettings } from './features/fonts/check-settings.js'
export type { FontsContent, NewFontFaceFrom } from './features/fonts/font-content.js'
export type { FontFamily } from './features/fonts/font-family.js'
export type { NewFontFamily } from './features/fonts/font-family-operations.js'
export type { GlobalStylesContent } from './features/global-styles/global-styles-content.js'
export { updateGlobalStyles } from './features/global-styles/global-styles-operations.js'
export type { StyleChanges } from './features/global-styles/style-input.js'
export type { BuiltInContent } from './features/index.js'
export { attachFile, type FileToAttach } from './features/media/attach-file.js'
export { deleteMedia } from './features/media/delete-media.js'
export type { MediaContent } from './features/media/media-content.js'
export type { MediaChanges, MediaInput } from './features/media/media-input.js'
export type { KeptSize, KeptUpload } from './features/media/save-upload.js'
export { updateMedia } from './features/media/store-media.js'
export { asStoredFile, mediaMetaKeys, type StoredFile, storedFilesOf } from './features/media/stored-file.js'
export type { NewFile } from './features/media/upload-media.js'
export type { MenusContent } from './features/menus/menu-content.js'
export type { MenuChanges, MenuInput } from './features/menus/menu-input.js'
export type { MenuItemType } from './features/menus/menu-item.js'
export type { MenuItemsContent } from './features/menus/menu-item-content.js'
export type { MenuItemChanges, MenuItemInput } from './features/menus/menu-item-input.js'
export { createMenuItem, deleteMenuItem, updateMenuItem } from './features/menus/menu-item-operations.js'
export { assignMenuLocations, createMenu, deleteMenu, updateMenu } from './features/menus/menu-operations.js'
export type { NavigationContent } from './features/navigation/navigation-content.js'
export type { OembedProviderOptions } from './features/oembed/oembed-providers.js'
export { oembedHtml } from './features/oembed/own-embed.js'
export type { PluginFilter, PluginInstallation } from './features/plugins/plugin-operations.js'
export type { PluginsContent } from './features/plugins/plugins-content.js'
export * from './features/posts/index.js'
export type { AutosavesContent } from './features/revisions/autosave-content.js'
export { type AutosaveInput, autosavePost } from './features/revisions/autosave-operations.js'
export type { RevisionsContent } from './features/revisions/revision-content.js'
export { autosaveStored, revisionDeleted, revisionRestored } from './features/revisions/revision-hooks.js'
export { deleteRevision, restoreRevision } from './features/revisions/revision-operations.js'
export type {
  SearchHandler,
  SearchHandlerFactory,
  SearchItem,
  SearchPage,
  SearchQuery,
} from './features/search/search-handler.js'
export { settingChanged } from './features/settings/setting-events.js'
export type { SettingsContent, SettingValues } from './features/settings/settings-content.js'
export { type ChangedSetting, type SettingsUpdate, updateSettings } from './features/settings/update-settings.js'
export type { SiteHealthOptions } from './features/site-health/site-health-options.js'
export { type DefaultTemplateType, defaultTemplateTypes } from './features/templates/default-template-types.js'
export type { TemplateQuery } from './features/templates/find-templates.js'
export { type PartArea, partAreas } from './features/templates/part-areas.js'
export type { StoredTemplate, Template } from './features/templates/template.js'
export type { TemplateLookup } from './features/templates/template-hierarchy.js'
export type { NewTemplate, TemplateInput } from './features/templates/template-input.js'
export type { TemplatePartsContent, TemplatesContent } from './features/templates/templates-content.js'
export {
  type AssignmentRecord,
  assignments,
  assignmentsIn,
  whereAssignments,
} from './features/terms/assignment-collection.js'
export { type ImportedTerm, importTerm, placeTerms } from './features/terms/import-terms.js'
export { type TermRecord, type TermRelations, terms, termsIn, whereTerms } from './features/terms/term-collection.js'
export type { TermsContent } from './features/terms/term-content.js'
export { termDeleted, termSaved } from './features/terms/term-events.js'
export type { NewTerm, TermChanges, TermInput, TermTarget } from './features/terms/term-input.js'
export { createTerm, deleteTerm, updateTerm } from './features/terms/term-operations.js'
export { themeActivated } from './features/themes/theme-events.js'
export { activateTheme, type ThemeActivation } from './features/themes/theme-operations.js'
export { type ThemeSupports, themeSupports } from './features/themes/theme-supports.js'
export type { ThemesContent } from './features/themes/themes-content.js'
export { type ImportedUser, importUser } from './features/users/import-user.js'
export { type UserRecord, type UserRelations, users, usersIn, whereUsers } from './features/users/user-collection.js'
export type { UsersContent } from './features/users/user-content.js'
export { userDeleted, userSaved } from './features/users/user-events.js'
export type { HashedUser, NewUser, UserChanges, UserDeletion, UserInput } from './features/users/user-input.js'
export { createUser, deleteUser, hashPassword, updateUser } from './features/users/user-operations.js'
export { freeUserSlug } from './features/users/user-slugs.js'
export type { SidebarWidgets } from './features/widgets/arrangement.js'
export { arrangeSidebar } from './features/widgets/arrangement.js'
export type { InstanceChange, InstanceInput } from './features/widgets/instance-input.js'
export type { EncodedInstance, InstanceCodec } from './features/widgets/instance-key.js'
export type { WidgetRecord } from './features/widgets/stored-widgets.js'
export { sidebarArranged, widgetDeleted, widgetSaved } from './features/widgets/widget-events.js'
export {
  createWidget,
  deactivateWidget,
  deleteWidget,
  type NewWidget,
  updateWidget,
  type WidgetChanges,
  type WidgetTarget,
} from './features/widgets/widget-operations.js'
export type { WidgetsContent } from './features/widgets/widgets-content.js'
export { folderSize } from './files/folder-size.js'
export { createHooks, defineEvent, defineFilter, type EventKey, type FilterKey, type Hooks } from './hooks/hooks.js'
export { type InstallOptions, installSite } from './installation.js'
export { isInstalled } from './is-installed.js'
export type { Downloader, DownloadLimits } from './media/downloader.js'
export type { FileStorage, FileToStore, StoredContent, TemporaryFile } from './media/file-storage.js'
export { DEFAULT_FILE_TYPES, type FileType } from './media/file-types.js'
export { DEFAULT_IMAGE_SIZES, type Dimensions, type ImageSize } from './media/image-sizes.js'
export type {
  ImageArea,
  ImageFacts,
  ImageSource,
  ImageStep,
  ImageTools,
  PhotoMetadata,
  ProcessedImage,
} from './media/image-tools.js'
export type { MediaOptions } from './media/media-options.js'
export { type MediaSettings, mediaSettings } from './media/media-settings.js'
export type { PublicFiles } from './media/public-files.js'
export type { AudioTrack, RecordingFacts, RecordingReader, VideoTrack } from './media/recording-reader.js'
export { fileContent, openFile } from './media/stored-content.js'
export { type MetaRecord, meta, metaIn, whereMeta } from './meta/meta-collection.js'
export {
  applyMetaChanges,
  type MetaChange,
  type MetaWriteScope,
  metaGetters,
  metaSchema,
  planMetaWrite,
} from './meta/meta-values.js'
export type { As, AsOf, ContentCalls } from './operations/content-calls.js'
export { defineOperation, type Operation } from './operations/define-operation.js'
export { canKeepId } from './operations/import-ids.js'
export { addMeta, type MetaObject, type MetaValue, type ObjectMeta, writeMeta } from './operations/object-meta.js'
export type { ParentLink } from './operations/parent-loops.js'
export { TEXT_LIMITS } from './operations/text-limits.js'
export { type Actor, actorOf, inTransaction, systemActor, type Tx } from './operations/tx.js'
export {
  type OfferedPlugin,
  type Plugin,
  PluginError,
  type PluginFile,
  type PluginLibrary,
  type PluginList,
  type PluginManifest,
  type PluginSource,
  pluginsOption,
} from './plugins/plugin.js'
export type { SitePlugin } from './plugins/plugin-manager.js'
export { pluginSourceIn } from './plugins/plugin-source-in.js'
export { type PluginFolderOptions, pluginsIn } from './plugins/plugins-in.js'
export { type ProgramPlugin, pluginsOf } from './plugins/plugins-of.js'
export type { RegistrationCalls, ResourceRecords } from './registration-calls.js'
export {
  type BlockPattern,
  type BlockPatternCategory,
  type BlockPatternCategoryOptions,
  type BlockPatternOptions,
  type BlockPatternSource,
  blockPatternCategories,
  blockPatterns,
} from './registrations/block-patterns.js'
export {
  type ExtraField,
  type ExtraFields,
  extraFields,
  type RegisterField,
} from './registrations/extra-fields.js'
export {
  type CollectedFontFamily,
  type FontCategory,
  type FontCollection,
  type FontCollectionData,
  type FontCollectionOptions,
  fontCollections,
} from './registrations/font-collections.js'
export {
  type HealthResult,
  type HealthScope,
  type HealthTest,
  type HealthTestOptions,
  healthTests,
} from './registrations/health-tests.js'
export {
  type Icon,
  type IconCollection,
  type IconCollectionOptions,
  type IconOptions,
  iconCollections,
  icons,
} from './registrations/icons.js'
export { type MeasureSize, measuredSizes } from './registrations/measured-sizes.js'
export { type MenuLocation, type MenuLocationOptions, menuLocations } from './registrations/menu-locations.js'
export { type MetaKey, type MetaKeys, type MetaOptions, metaKeys } from './registrations/meta-keys.js'
export {
  type PostType,
  type PostTypeCapabilities,
  type PostTypeOptions,
  postTypes,
  supports,
} from './registrations/post-types.js'
export { type RegistrationKey, registrationKey, type SiteBase } from './registrations/registration-key.js'
export { RegistrationError, Registrations } from './registrations/registrations.js'
export { type SettingKey, type SettingOptions, settingKeys } from './registrations/setting-keys.js'
export { type Sidebar, type SidebarOptions, sidebars } from './registrations/sidebars.js'
export { type PostStatus, type PostStatusOptions, postStatuses } from './registrations/statuses.js'
export {
  type Taxonomy,
  type TaxonomyCapabilities,
  type TaxonomyOptions,
  taxonomies,
} from './registrations/taxonomies.js'
export { type PostTemplate, type PostTemplateOptions, postTemplates } from './registrations/templates.js'
export { type UpdateCheck, updateChecks } from './registrations/update-checks.js'
export { type WidgetType, widgetTypes } from './registrations/widget-types.js'
export {
  type CrudEndpoints,
  type CrudFamily,
  crudEndpoints,
  crudRoutes,
  type ShownResource,
} from './rest/crud-routes.js'
export { type ExtendedView, type ExtraNeed, setExtraFields, withExtraFields } from './rest/extra-fields.js'
export { type ReadonlyFamily, readonlyRoutes } from './rest/readonly-routes.js'
export { refusal } from './rest/refusal.js'
export { siteResource } from './rest/site-resource.js'
export * from './services/index.js'
export { PASSWORD_LENGTH, passwordFault } from './sessions/password-length.js'
export { redirectTarget } from './sessions/redirect-target.js'
export { REST_NONCE } from './sessions/session-authenticator.js'
export type { SessionOptions } from './sessions/session-options.js'
export type { Session, Sessions, SignInInput } from './sessions/sessions.js'
export { escapedText } from './settings/cleaning.js'
export type { OptionSnapshot } from './settings/options.js'
export type { Site, SiteContent, SiteOptions } from './site.js'
export { siteChecks } from './site-checks.js'
export type { SiteConfig } from './site-config.js'
export type { SiteContext } from './site-context.js'
export {
  type StyledBlock,
  type StylesheetInput,
  type StylesheetOptions,
  type StylesheetPart,
  stylesheetOf,
} from './theme-json/css/stylesheet-of.js'
export type { StyleTree } from './theme-json/style-tree.js'
export { DEFAULT_STYLESHEET, defaultTheme } from './themes/default-theme.js'
export { themeFiles } from './themes/public-theme-files.js'
export type {
  ActiveTheme,
  BrokenTheme,
  StyleVariation,
  Theme,
  ThemeHeader,
  ThemePart,
  ThemePattern,
  ThemeTemplate,
} from './themes/theme.js'
export type {
  CustomTemplate,
  JsonObject,
  StyleVariationJson,
  TemplatePartEntry,
  ThemeJson,
} from './themes/theme-json.js'
export { type ThemeFiles, type ThemeSource, themeOf } from './themes/theme-source.js'
export { type Themes, themes } from './themes/themes.js'
export { themesIn } from './themes/themes-in.js'
export { isTimeZone, millisecondsOf, type SiteTime, siteTime, type Zone } from './time/site-time.js'
export { noWebClient, type WebClient, type WebRequest, type WebResponse, type WebResult } from './web/web-client.js'
export * from './widgets/index.js'
