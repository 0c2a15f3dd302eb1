import { defineFeature } from '../../kernel/features/index.js'
import { themesOption } from './reading/theme-source.js'
import { themes } from './reading/themes.js'
import { registerThemes } from './rest/register-themes.js'
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
