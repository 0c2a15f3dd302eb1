// The export of the active theme.
export { type ThemeExportContent, themeExportFeature } from './theme-export-feature.js'
