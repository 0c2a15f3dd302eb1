// Settings and styles of themes, and the CSS made of them.
export { coreTree } from './core-tree.js'
export { addsCss } from './css/added-css.js'
export { endsStyleElement } from './css/custom-css.js'
export { THEME_FILE } from './css/declarations.js'
export {
  STYLESHEET_PARTS,
  type StyledBlock,
  type StylesheetInput,
  type StylesheetOptions,
  type StylesheetPart,
  stylesheetOf,
} from './css/stylesheet-of.js'
export { mapAt, valueAt, withValueAt } from './json-map.js'
export { PRESETS, slugOf } from './presets.js'
export { type TreeShapes, treeShapes } from './shapes.js'
export { filteredStyles, storedStyles, writtenStyles } from './stored-styles.js'
export { mergeTrees, type StyleTree, type StyleTreeInput, styleTree } from './style-tree.js'
export {
  type CustomTemplate,
  type JsonObject,
  readThemeJson,
  type StyleVariationJson,
  ThemeError,
  type ThemeJson,
} from './theme-json.js'
