import { defineFeature } from '../../feature-base.js'
import { themesOption } from '../../themes/theme-source.js'
import { themes } from '../../themes/themes.js'
import { registerThemes } from './register-themes.js'
import { themesContent } from './themes-content.js'

/** Themes: the appearance of the site's pages. */
export const themesFeature = defineFeature({
  name: 'themes',
  options: [themesOption],
  load: ({ context }) => context.get(themes).load(),
  content: calls => ({ themes: themesContent(calls) }),
  routes: registerThemes,
  revision: ({ get }) => get(themes).revision,
})
