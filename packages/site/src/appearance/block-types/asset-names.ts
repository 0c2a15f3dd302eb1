import type { BlockAssets } from '@platen/rendering'

/** The members of a block type that name scripts and stylesheets, with the last part of the names made for files. */
const KINDS = {
  editorScript: 'editor-script',
  script: 'script',
  viewScript: 'view-script',
  viewScriptModule: 'view-script-module',
  editorStyle: 'editor-style',
  style: 'style',
  viewStyle: 'view-style',
} as const

export type AssetKind = keyof typeof KINDS

const FILE = 'file:'

/** The stylesheets of built-in blocks, which the theme or the editor provides. */
const BUILT_IN: Partial<Record<AssetKind, (name: string) => string>> = {
  style: name => `wp-block-${name}`,
  editorStyle: name => `wp-block-${name}-editor`,
}

const CORE = 'core/'

/**
 * The names of the scripts or stylesheets of a block type. A file beside its `block.json` gets a name derived from the
 * block's name; the stylesheets of built-in blocks are named after them.
 */
export function assetNames(blockName: string, kind: AssetKind, assets: BlockAssets | undefined): readonly string[] {
  if (assets === undefined && blockName.startsWith(CORE)) {
    const name = BUILT_IN[kind]?.(blockName.slice(CORE.length))
    return name === undefined ? [] : [name]
  }
  const given = typeof assets === 'string' ? [assets] : (assets ?? [])
  const base = `${blockName.replace('/', '-')}-${KINDS[kind]}`
  return given.map((name, i) => (name.startsWith(FILE) ? `${base}${i === 0 ? '' : `-${i + 1}`}` : name))
}
