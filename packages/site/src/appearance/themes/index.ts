// Themes: their files, and REST.
export { type DefaultTemplateType, defaultTemplateTypes, defaultTypeOf } from './default-template-types.js'
export { knownArea, NO_AREA, type PartArea, partAreas } from './part-areas.js'
export { DEFAULT_STYLESHEET, defaultTheme } from './reading/default-theme.js'
export { themeFiles } from './reading/public-theme-files.js'
export { resolvedContent, sitePatterns, storedContent } from './reading/site-patterns.js'
export { STYLESHEET_PATTERN } from './reading/stylesheet-pattern.js'
export type {
  ActiveTheme,
  BrokenTheme,
  StyleVariation,
  Theme,
  ThemeHeader,
  ThemePart,
  ThemePattern,
  ThemeTemplate,
} from './reading/theme.js'
export { type ThemeFiles, type ThemeSource, type ThemesConfig, themeOf, themesOption } from './reading/theme-source.js'
export { type Themes, themes } from './reading/themes.js'
export { themesIn } from './reading/themes-in.js'
export { type ActiveThemeLinks, activeThemeLinks } from './rest/active-theme-links.js'
export { type ThemeSupports, themeSupports } from './rest/theme-supports.js'
export { themeActivated } from './theme-events.js'
export { activateTheme, type ThemeActivation } from './theme-operations.js'
export type { ThemesContent } from './themes-content.js'
export { themesFeature } from './themes-feature.js'
