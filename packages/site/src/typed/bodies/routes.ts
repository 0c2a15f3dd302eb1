// Made from the schemas of the routes by `node scripts/response-types.mjs`; not to be edited by hand.
import type { ByName, ListOf, Single } from '../shapes.js'
import type { Ability, AbilityCategory, AbilityExecution } from './abilities.js'
import type { NavigationFallback, UrlDetails } from './block-editor.js'
import type { BlockDirectoryItem, BlockType, RenderedBlock } from './block-types.js'
import type { Comment } from './comments.js'
import type { Batch, Namespace, SiteIndex } from './discovery.js'
import type { FontCollection, FontFace, FontFamily } from './fonts.js'
import type { Icon, IconCollection } from './icons.js'
import type { Attachment } from './media.js'
import type { Menu, MenuItem, MenuItemAutosave, MenuLocation } from './menus.js'
import type { Navigation, NavigationAutosave, NavigationRevision } from './navigation.js'
import type { Oembed } from './oembed.js'
import type { Page, PageAutosave, PageRevision } from './pages.js'
import type {
  Block,
  BlockAutosave,
  BlockPattern,
  BlockPatternCategory,
  BlockRevision,
  PatternDirectoryItem,
} from './patterns.js'
import type { Plugin } from './plugins.js'
import type { Post, PostAutosave, PostRevision } from './posts.js'
import type { SearchResult } from './search.js'
import type { Settings } from './settings.js'
import type { DirectorySizes, SiteHealthTest } from './site-health.js'
import type {
  Template,
  TemplateAutosave,
  TemplatePart,
  TemplatePartAutosave,
  TemplatePartRevision,
  TemplateRevision,
} from './templates.js'
import type { Category, PatternCategory, Tag } from './terms.js'
import type { GlobalStyles, GlobalStylesRevision, StyleVariation, Theme, ThemeStyles } from './themes.js'
import type { PostStatus, PostType, Taxonomy } from './types.js'
import type { ApplicationPassword, User } from './users.js'
import type { ViewConfig } from './view-config.js'
import type { EncodedWidget, RenderedWidget, Sidebar, Widget, WidgetType } from './widgets.js'

/** The responses of the built-in routes by path and method, but for `BuiltInItems`. */
export interface BuiltInRoutes {
  '/batch/v1': Single<Batch>
  '/': Single<SiteIndex>
  '/cms/v2': Single<Namespace>
  '/cms/v2/posts': ListOf<Post>
  '/cms/v2/pages': ListOf<Page>
  '/cms/v2/blocks': ListOf<Block>
  '/cms/v2/navigation': ListOf<Navigation>
  '/cms-block-editor/v1': Single<Namespace>
  '/cms-block-editor/v1/navigation-fallback': Single<NavigationFallback>
  '/cms/v2/media': ListOf<Attachment>
  [path: `/cms/v2/media/${number}/post-process`]: Single<Attachment>
  [path: `/cms/v2/media/${number}/edit`]: Single<Attachment>
  '/cms/v2/comments': ListOf<Comment>
  '/cms/v2/types': ByName<PostType>
  '/cms/v2/statuses': ByName<PostStatus>
  '/cms/v2/taxonomies': ByName<Taxonomy>
  '/cms/v2/categories': ListOf<Category>
  '/cms/v2/tags': ListOf<Tag>
  '/cms/v2/cms_pattern_category': ListOf<PatternCategory>
  '/cms/v2/menus': ListOf<Menu>
  '/cms/v2/menu-locations': ByName<MenuLocation>
  '/cms/v2/menu-items': ListOf<MenuItem>
  '/cms/v2/users': ListOf<User>
  '/cms/v2/users/me': Single<User>
  '/cms/v2/search': ListOf<SearchResult>
  [path: `/cms/v2/users/${string}/application-passwords`]: ListOf<ApplicationPassword>
  [path: `/cms/v2/users/${string}/application-passwords/introspect`]: Single<ApplicationPassword>
  '/cms/v2/settings': Single<Settings>
  [path: `/cms/v2/posts/${number}/revisions`]: ListOf<PostRevision>
  [path: `/cms/v2/pages/${number}/revisions`]: ListOf<PageRevision>
  [path: `/cms/v2/blocks/${number}/revisions`]: ListOf<BlockRevision>
  [path: `/cms/v2/navigation/${number}/revisions`]: ListOf<NavigationRevision>
  [path: `/cms/v2/posts/${number}/autosaves`]: ListOf<PostAutosave>
  [path: `/cms/v2/pages/${number}/autosaves`]: ListOf<PageAutosave>
  [path: `/cms/v2/blocks/${number}/autosaves`]: ListOf<BlockAutosave>
  [path: `/cms/v2/navigation/${number}/autosaves`]: ListOf<NavigationAutosave>
  [path: `/cms/v2/menu-items/${number}/autosaves`]: ListOf<MenuItemAutosave>
  '/oembed/1.0': Single<Namespace>
  '/oembed/1.0/embed': Single<Oembed>
  '/oembed/1.0/proxy': Single<Oembed>
  '/cms-block-editor/v1/url-details': Single<UrlDetails>
  '/cms/v2/block-types': ListOf<BlockType>
  [path: `/cms/v2/block-types/${string}/${string}`]: Single<BlockType>
  '/cms/v2/block-patterns/patterns': ListOf<BlockPattern>
  '/cms/v2/block-patterns/categories': ListOf<BlockPatternCategory>
  '/cms/v2/block-directory/search': ListOf<BlockDirectoryItem>
  '/cms/v2/pattern-directory/patterns': ListOf<PatternDirectoryItem>
  '/cms/v2/widget-types': ListOf<WidgetType>
  [path: `/cms/v2/widget-types/${string}/encode`]: Single<EncodedWidget>
  [path: `/cms/v2/widget-types/${string}/render`]: Single<RenderedWidget>
  '/cms/v2/sidebars': ListOf<Sidebar>
  '/cms/v2/widgets': ListOf<Widget>
  '/cms/v2/themes': ListOf<Theme>
  '/cms-site-health/v1': Single<Namespace>
  '/cms-site-health/v1/tests/background-updates': Single<SiteHealthTest>
  '/cms-site-health/v1/tests/loopback-requests': Single<SiteHealthTest>
  '/cms-site-health/v1/tests/https-status': Single<SiteHealthTest>
  '/cms-site-health/v1/tests/dotorg-communication': Single<SiteHealthTest>
  '/cms-site-health/v1/tests/authorization-header': Single<SiteHealthTest>
  '/cms-site-health/v1/tests/page-cache': Single<SiteHealthTest>
  '/cms-site-health/v1/directory-sizes': Single<DirectorySizes>
  '/cms/v2/plugins': ListOf<Plugin>
  '/cms/v2/font-families': ListOf<FontFamily>
  [path: `/cms/v2/font-families/${number}/font-faces`]: ListOf<FontFace>
  '/cms/v2/font-collections': ListOf<FontCollection>
  '/cms-abilities/v1': Single<Namespace>
  '/cms-abilities/v1/categories': ListOf<AbilityCategory>
  [path: `/cms-abilities/v1/abilities/${string}/run`]: Single<AbilityExecution>
  '/cms-abilities/v1/abilities': ListOf<Ability>
  [path: `/cms/v2/global-styles/themes/${string}/variations`]: ListOf<StyleVariation>
  [path: `/cms/v2/global-styles/${number}/revisions`]: ListOf<GlobalStylesRevision>
  '/cms/v2/icons': ListOf<Icon>
  [path: `/cms/v2/icons/${string}/${string}`]: Single<Icon>
  '/cms/v2/icon-collections': ListOf<IconCollection>
  '/cms/v2/templates': ListOf<Template>
  '/cms/v2/templates/lookup': Single<Template>
  [path: `/cms/v2/templates/${string}/revisions`]: ListOf<TemplateRevision>
  [path: `/cms/v2/templates/${string}/revisions/${number}`]: Single<TemplateRevision>
  [path: `/cms/v2/templates/${string}/autosaves`]: ListOf<TemplateAutosave>
  [path: `/cms/v2/templates/${string}/autosaves/${number}`]: Single<TemplateAutosave>
  '/cms/v2/template-parts': ListOf<TemplatePart>
  '/cms/v2/template-parts/lookup': Single<TemplatePart>
  [path: `/cms/v2/template-parts/${string}/revisions`]: ListOf<TemplatePartRevision>
  [path: `/cms/v2/template-parts/${string}/revisions/${number}`]: Single<TemplatePartRevision>
  [path: `/cms/v2/template-parts/${string}/autosaves`]: ListOf<TemplatePartAutosave>
  [path: `/cms/v2/template-parts/${string}/autosaves/${number}`]: Single<TemplatePartAutosave>
  '/cms/v2/view-config': Single<ViewConfig>
}

/** The responses of the built-in routes that end with the id or name of a resource. */
export interface BuiltInItems {
  [path: `/cms/v2/posts/${number}`]: Single<Post>
  [path: `/cms/v2/pages/${number}`]: Single<Page>
  [path: `/cms/v2/blocks/${number}`]: Single<Block>
  [path: `/cms/v2/navigation/${number}`]: Single<Navigation>
  [path: `/cms/v2/media/${number}`]: Single<Attachment>
  [path: `/cms/v2/comments/${number}`]: Single<Comment>
  [path: `/cms/v2/types/${string}`]: Single<PostType>
  [path: `/cms/v2/statuses/${string}`]: Single<PostStatus>
  [path: `/cms/v2/taxonomies/${string}`]: Single<Taxonomy>
  [path: `/cms/v2/categories/${number}`]: Single<Category>
  [path: `/cms/v2/tags/${number}`]: Single<Tag>
  [path: `/cms/v2/cms_pattern_category/${number}`]: Single<PatternCategory>
  [path: `/cms/v2/menus/${number}`]: Single<Menu>
  [path: `/cms/v2/menu-locations/${string}`]: Single<MenuLocation>
  [path: `/cms/v2/menu-items/${number}`]: Single<MenuItem>
  [path: `/cms/v2/users/${number}`]: Single<User>
  [path: `/cms/v2/users/${string}/application-passwords/${string}`]: Single<ApplicationPassword>
  [path: `/cms/v2/posts/${number}/revisions/${number}`]: Single<PostRevision>
  [path: `/cms/v2/pages/${number}/revisions/${number}`]: Single<PageRevision>
  [path: `/cms/v2/blocks/${number}/revisions/${number}`]: Single<BlockRevision>
  [path: `/cms/v2/navigation/${number}/revisions/${number}`]: Single<NavigationRevision>
  [path: `/cms/v2/posts/${number}/autosaves/${number}`]: Single<PostAutosave>
  [path: `/cms/v2/pages/${number}/autosaves/${number}`]: Single<PageAutosave>
  [path: `/cms/v2/blocks/${number}/autosaves/${number}`]: Single<BlockAutosave>
  [path: `/cms/v2/navigation/${number}/autosaves/${number}`]: Single<NavigationAutosave>
  [path: `/cms/v2/menu-items/${number}/autosaves/${number}`]: Single<MenuItemAutosave>
  [path: `/cms/v2/block-types/${string}`]: ListOf<BlockType>
  [path: `/cms/v2/block-renderer/${string}`]: Single<RenderedBlock>
  [path: `/cms/v2/widget-types/${string}`]: Single<WidgetType>
  [path: `/cms/v2/sidebars/${string}`]: Single<Sidebar>
  [path: `/cms/v2/widgets/${string}`]: Single<Widget>
  [path: `/cms/v2/themes/${string}`]: Single<Theme>
  [path: `/cms/v2/plugins/${string}`]: Single<Plugin>
  [path: `/cms/v2/font-families/${number}`]: Single<FontFamily>
  [path: `/cms/v2/font-families/${number}/font-faces/${number}`]: Single<FontFace>
  [path: `/cms/v2/font-collections/${string}`]: Single<FontCollection>
  [path: `/cms-abilities/v1/categories/${string}`]: Single<AbilityCategory>
  [path: `/cms-abilities/v1/abilities/${string}`]: Single<Ability>
  [path: `/cms/v2/global-styles/themes/${string}`]: Single<ThemeStyles>
  [path: `/cms/v2/global-styles/${number}`]: Single<GlobalStyles>
  [path: `/cms/v2/global-styles/${number}/revisions/${number}`]: Single<GlobalStylesRevision>
  [path: `/cms/v2/icons/${string}`]: ListOf<Icon>
  [path: `/cms/v2/icon-collections/${string}`]: Single<IconCollection>
  [path: `/cms/v2/templates/${string}`]: Single<Template>
  [path: `/cms/v2/template-parts/${string}`]: Single<TemplatePart>
}
