// Themes: their files, and REST.
export { defaultTypeOf } from './default-template-types.js'
export { knownArea, NO_AREA, partAreas } from './part-areas.js'
export { themeFiles } from './reading/public-theme-files.js'
export { resolvedContent, sitePatterns, storedContent } from './reading/site-patterns.js'
export {
  type ActiveTheme,
  STYLESHEET_PATTERN,
  type StyleVariation,
  type Theme,
  type ThemePart,
  type ThemeTemplate,
} from './reading/theme.js'
export { type ThemeFiles, type ThemeSource, type ThemesConfig, themeOf, themesOption } from './reading/theme-source.js'
export { themes } from './reading/themes.js'
export { themesIn } from './reading/themes-in.js'
export { type ActiveThemeLinks, activeThemeLinks } from './rest/theme-resource.js'
export { themeSupports } from './rest/theme-supports.js'
export { activateTheme, themeActivated } from './theme-operations.js'
export type { ThemesContent } from './themes-content.js'
export { themesFeature } from './themes-feature.js'
