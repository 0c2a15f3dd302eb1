import { type PostType, postTypes } from '../../content/types/index.js'
import type { SiteContext } from '../../kernel/context/index.js'

/** The post types of fonts: families, and the faces below them. */
export interface FontTypes {
  readonly family: PostType
  readonly face: PostType
}

export function fontTypes(site: SiteContext): FontTypes {
  const types = site.get(postTypes)
  const { prefix } = site.dialect
  return { family: types.require(`${prefix}_font_family`), face: types.require(`${prefix}_font_face`) }
}
