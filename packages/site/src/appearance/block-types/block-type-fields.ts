import { type FieldDefinition, presentEmptyObjects, type Schema } from '@platen/core'
import type { BlockAssets, BlockType, BlockTypeDefinition, HookedPosition } from '@platen/rendering'
import type { SiteContext } from '../../kernel/context/index.js'
import { EMBED_VIEW_EDIT, shownField } from '../../kernel/rest/index.js'
import type { Template } from '../templates/index.js'
import { EXAMPLE, names, nullable, VARIATION } from './block-type-schemas.js'
import { registeredVariations } from './block-variations.js'

/** The data of fields besides the block type: the template parts of the active theme. */
export type BlockTypeNeed = 'parts'

interface Shown {
  readonly schema: Schema
  readonly get: (
    definition: BlockTypeDefinition,
    type: BlockType,
    site: SiteContext,
    parts: readonly Template[],
  ) => unknown
  readonly needs?: readonly BlockTypeNeed[]
}

const field = (schema: Schema, get: Shown['get']): Shown => ({ schema, get })

const assets = (kind: AssetKind, description: string): Shown =>
  field({ description, type: ['array'], items: { type: 'string' }, default: [] }, definition =>
    assetNames(definition.name, kind, definition[kind]),
  )

/** The first script or stylesheet of a kind, in a field that older clients read. */
const firstAsset = (kind: AssetKind, description: string): Shown =>
  field(nullable('string', description), definition => assetNames(definition.name, kind, definition[kind])[0] ?? null)

const POSITIONS: Readonly<Record<HookedPosition, string>> = {
  before: 'before',
  after: 'after',
  firstChild: 'first_child',
  lastChild: 'last_child',
}

const hooks = ({ blockHooks = {} }: BlockTypeDefinition): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(blockHooks).map(([name, position]) => [name, POSITIONS[position]]))

const map = (description: string): Schema => ({ description, type: 'object', properties: {}, default: {} })

const FIELDS: Readonly<Record<string, Shown>> = {
  api_version: field(
    { description: 'The version of the editor interface that it is written for.', type: 'integer', default: 1 },
    definition => definition.apiVersion ?? 1,
  ),
  title: field(
    { description: 'The name for people.', type: 'string', default: '' },
    definition => definition.title ?? '',
  ),
  name: field(
    { description: 'The name, with its namespace.', type: 'string', pattern: names.pattern, required: true },
    definition => definition.name,
  ),
  description: field(
    { description: 'What the block is for.', type: 'string', default: '' },
    definition => definition.description ?? '',
  ),
  icon: field(nullable('string', 'Its icon.'), definition => definition.icon ?? null),
  attributes: field(
    {
      ...nullable('object', 'The schemas of its attributes, including those that its supports add.'),
      properties: {},
      additionalProperties: { type: 'object' },
    },
    (_definition, type) => type.attributes,
  ),
  provides_context: field(
    {
      ...map('The context values that it provides to inner blocks, each with the attribute that contains it.'),
      additionalProperties: { type: 'string' },
    },
    definition => definition.providesContext ?? {},
  ),
  uses_context: field(
    {
      description: 'The context values that it uses.',
      type: 'array',
      items: { type: 'string' },
      default: [],
    },
    definition => definition.usesContext ?? [],
  ),
  selectors: field(map('The CSS selectors of its parts.'), definition => definition.selectors ?? {}),
  supports: field(map('What editors offer for it.'), definition => definition.supports ?? {}),
  category: field(nullable('string', 'Its category.'), definition => definition.category ?? null),
  is_dynamic: field(
    { description: 'Whether the site renders it.', type: 'boolean', default: false },
    (_definition, type) => type.isRendered,
  ),
  editor_script_handles: assets('editorScript', 'The scripts that only editors load.'),
  script_handles: assets('script', 'The scripts that pages and editors load.'),
  view_script_handles: assets('viewScript', 'The scripts that only pages load.'),
  view_script_module_ids: assets('viewScriptModule', 'The script modules that only pages load.'),
  editor_style_handles: assets('editorStyle', 'The stylesheets that only editors load.'),
  style_handles: assets('style', 'The stylesheets that pages and editors load.'),
  view_style_handles: assets('viewStyle', 'The stylesheets that only pages load.'),
  styles: field(
    {
      description: 'The styles that editors offer for it.',
      type: 'array',
      items: {
        type: 'object',
        properties: {
          name: { description: 'The name of the style.', type: 'string', required: true },
          label: { description: 'Its name for people.', type: 'string' },
          inline_style: { description: 'CSS for the style.', type: 'string' },
          style_handle: { description: 'The stylesheet of the style.', type: 'string' },
        },
      },
      default: [],
    },
    definition => definition.styles ?? [],
  ),
  variations: {
    schema: { description: 'Its variations.', type: 'array', items: VARIATION, default: null },
    get: (definition, _type, site, parts) => [
      ...(registeredVariations[definition.name]?.(site, parts) ?? []),
      ...(definition.variations ?? []),
    ],
    needs: ['parts'],
  },
  textdomain: field(nullable('string', 'The domain of its translations.'), definition => definition.textdomain ?? null),
  parent: field(
    nullable('array', 'The blocks that it must be directly within.', names),
    definition => definition.parent ?? null,
  ),
  ancestor: field(
    nullable('array', 'The blocks that it must be within.', names),
    definition => definition.ancestor ?? null,
  ),
  allowed_blocks: field(
    nullable('array', 'The blocks that it may contain.', names),
    definition => definition.allowedBlocks ?? null,
  ),
  keywords: field(
    { description: 'Words by which it is found.', type: 'array', items: { type: 'string' }, default: [] },
    definition => definition.keywords ?? [],
  ),
  example: field(EXAMPLE, definition => definition.example ?? null),
  block_hooks: field(
    {
      description: 'The blocks that insert it beside or within themselves, with the position.',
      type: 'object',
      patternProperties: { [names.pattern]: { type: 'string', enum: Object.values(POSITIONS) } },
      default: {},
    },
    hooks,
  ),
  editor_script: firstAsset('editorScript', 'The first of `editor_script_handles`.'),
  script: firstAsset('script', 'The first of `script_handles`.'),
  view_script: firstAsset('viewScript', 'The first of `view_script_handles`.'),
  editor_style: firstAsset('editorStyle', 'The first of `editor_style_handles`.'),
  style: firstAsset('style', 'The first of `style_handles`.'),
}

/** The fields of a block type, all readonly. The dialect determines how empty objects within them are written. */
export const blockTypeFields = (
  site: SiteContext,
): Readonly<Record<string, FieldDefinition<BlockType, readonly Template[], BlockTypeNeed, never>>> =>
  Object.fromEntries(
    Object.entries(FIELDS).map(([name, { schema, get, needs = [] }]) => [
      name,
      shownField<BlockType, readonly Template[], BlockTypeNeed>(
        EMBED_VIEW_EDIT,
        schema,
        (type, parts) => presentEmptyObjects(get(type.definition, type, site, parts), site.dialect.emptyObjects),
        needs,
      ),
    ]),
  )

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

type AssetKind = keyof typeof KINDS

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
function assetNames(blockName: string, kind: AssetKind, assets: BlockAssets | undefined): readonly string[] {
  if (assets === undefined && blockName.startsWith(CORE)) {
    const name = BUILT_IN[kind]?.(blockName.slice(CORE.length))
    return name === undefined ? [] : [name]
  }
  const list = typeof assets === 'string' ? [assets] : (assets ?? [])
  const base = `${blockName.replace('/', '-')}-${KINDS[kind]}`
  return list.map((name, i) => (name.startsWith(FILE) ? `${base}${i === 0 ? '' : `-${i + 1}`}` : name))
}
