import { defineFeature } from '../../feature.js'
import { themes } from '../../themes/themes.js'

/** Themes: how the pages of the site look. */
export const themesFeature = defineFeature({
  name: 'themes',
  load: ({ context }) => context.get(themes).load(),
  revision: ({ get }) => get(themes).revision,
})
