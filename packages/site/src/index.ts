export type { Block } from '@platen/rendering'
export {
  type BlockRegistry,
  type BlockTypeDefinition,
  createBlockRegistry,
  createShortcodeRegistry,
  escapeHtml,
  fold,
  type ShortcodeOptions,
  type ShortcodeRegistry,
  type ShortcodeRenderer,
  slugify,
} from '@platen/rendering'
export { type ApplicationPasswordOptions, applicationPasswordsAvailable } from './access/application-passwords.js'
export { capabilityAliases, objectRules, type Required, type RuleScope } from './access/object-rules.js'
export { defaultRoles, type Role } from './access/roles.js'
export { capabilitiesOf, type SitePrincipal, sitePrincipal } from './access/site-principal.js'
export { principalByName } from './access/users-by-name.js'
export { cmsDialect, corsHeaders, type Dialect, dialects, mistake, wpDialect } from './dialect/dialect.js'
export { attachFile, type FileToAttach } from './features/media/attach-file.js'
export { mediaMetaKeys } from './features/media/stored-file.js'
export { setSticky } from './features/posts/own-values.js'
export { postMetaKeys } from './features/posts/post-meta-keys.js'
export { type SlugWish, uniqueSlug } from './features/posts/post-slugs.js'
export { isUnpublished } from './features/posts/prepare-post.js'
export { recountTerms } from './features/terms/term-counts.js'
export { freeUserSlug, slugOfLogin } from './features/users/user-slugs.js'
export { createHooks, type Hooks, type SiteEvents, type SiteFilters } from './hooks/hooks.js'
export { type InstallOptions, installSite, isInstalled } from './installation.js'
export type { Downloader, DownloadLimits } from './media/downloader.js'
export type { FileStorage, FileToKeep, StoredContent, TemporaryFile } from './media/file-storage.js'
export { DEFAULT_FILE_TYPES, type FileType } from './media/file-types.js'
export { DEFAULT_IMAGE_SIZES, type Dimensions, type ImageSize } from './media/image-sizes.js'
export type {
  ImageArea,
  ImageFacts,
  ImageSource,
  ImageStep,
  ImageTools,
  MadeImage,
  PhotoNotes,
} from './media/image-tools.js'
export type { MediaOptions, MediaSettings } from './media/media-options.js'
export { openFile } from './media/stored-content.js'
export {
  applyMetaChanges,
  type MetaChange,
  metaGetters,
  metaSchema,
  planMetaWrite,
} from './meta/meta-values.js'
export type { ExtraField, ExtraFields } from './registrations/extra-fields.js'
export type { MetaKey, MetaKeys, MetaOptions } from './registrations/meta-keys.js'
export { type PostType, type PostTypeCapabilities, type PostTypeOptions, supports } from './registrations/post-types.js'
export { RegistrationError, Registrations } from './registrations/registrations.js'
export type { SettingKey, SettingOptions } from './registrations/setting-keys.js'
export type { PostStatus, PostStatusOptions } from './registrations/statuses.js'
export type { Taxonomy, TaxonomyCapabilities, TaxonomyOptions } from './registrations/taxonomies.js'
export type { PostTemplate, PostTemplateOptions } from './registrations/templates.js'
export { type ExtendedView, type ExtraNeed, setExtraFields, withExtraFields } from './rest/extra-fields.js'
export { argon2Hasher, consoleLogger, defaultServices, noMailer, silentLogger } from './services/default-services.js'
export type { Logger, Mailer, PasswordHasher, Services } from './services/services.js'
export type { OptionSnapshot } from './settings/options.js'
export { createSite, type Site, type SiteOptions } from './site.js'
export type { SiteContext } from './site-context.js'
export * from './storage/index.js'
export { isTimeZone, millisecondsOf, type SiteTime, siteTime } from './time/site-time.js'
