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

/**
 * The names of the scripts or stylesheets of a block type. A file beside its `block.json` gets a name from that of the
 * block.
 */
export function assetNames(blockName: string, kind: AssetKind, assets: BlockAssets | undefined): readonly string[] {
  const given = typeof assets === 'string' ? [assets] : (assets ?? [])
  const base = `${blockName.replace('/', '-')}-${KINDS[kind]}`
  return given.map((name, i) => (name.startsWith(FILE) ? `${base}${i === 0 ? '' : `-${i + 1}`}` : name))
}
