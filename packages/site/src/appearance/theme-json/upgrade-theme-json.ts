import { isMap } from '../../kernel/text/index.js'

type Values = Readonly<Record<string, unknown>>

const mapAt = (values: Values, key: string): Values | undefined => {
  const value = values[key]
  return isMap(value) ? value : undefined
}

/** The sizes of a version 2 theme replace the default ones, and its list of spacing sizes also its scale. */
function upgradeSettings(settings: Values): Values {
  const typography = mapAt(settings, 'typography')
  const spacing = mapAt(settings, 'spacing')
  const { spacingScale, ...otherSpacing } = spacing ?? {}
  const listsSpacing = spacing?.['spacingSizes'] !== undefined
  return {
    ...settings,
    ...(typography?.['fontSizes'] !== undefined && { typography: { defaultFontSizes: false, ...typography } }),
    ...((listsSpacing || spacingScale !== undefined) && {
      spacing: { defaultSpacingSizes: false, ...(listsSpacing ? otherSpacing : spacing) },
    }),
  }
}

/** A `theme.json` in the form of version 3. */
export function atVersionThree(json: Values, version: 2 | 3): Values {
  const settings = mapAt(json, 'settings')
  return version === 3 || settings === undefined ? json : { ...json, settings: upgradeSettings(settings) }
}
