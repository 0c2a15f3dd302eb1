import { type Block, parseBlocks, serializeBlocks } from '@platen/rendering'

/** The content of a theme's file, whose template parts are those of the theme unless they name another. */
export function withThemeOfParts(content: string, theme: string): string {
  const blocks = parseBlocks(content)
  const open: Block[] = [...blocks]
  for (let block = open.pop(); block !== undefined; block = open.pop()) {
    // Neither a spread nor a recursion takes files of any size and depth.
    for (const inner of block.innerBlocks) open.push(inner)
    const { name, attributes } = block
    if (name === 'core/template-part' && attributes['theme'] === undefined)
      Object.assign(block, { attributes: { ...attributes, theme } })
  }
  return serializeBlocks(blocks)
}
