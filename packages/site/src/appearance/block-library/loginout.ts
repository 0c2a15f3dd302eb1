import { escapeUrl, wrapperAttributes } from '@platen/rendering'
import {
  type BlockScope,
  BORDER_WITHOUT_CONTROLS,
  defineBlock,
  INTERACTIVITY,
  SPACING_WITHOUT_CONTROLS,
  TYPOGRAPHY,
} from '../../kernel/blocks/index.js'
import { consolePages } from '../../kernel/context/index.js'

/** The URL of the page where visitors log in, or log out. */
export function loginUrl({ site }: Pick<BlockScope, 'site'>, query: readonly string[]): string {
  const page = site.config.loginUrl ?? consolePages(site)?.login ?? `${site.url}/${site.dialect.prefix}-login.php`
  return query.length === 0 ? page : `${page}${page.includes('?') ? '&' : '?'}${query.join('&')}`
}

/** `core/loginout`: a link to log in or out, or the form to log in. */
export const loginout = defineBlock({
  name: 'core/loginout',
  apiVersion: 3,
  title: 'Login/out',
  category: 'theme',
  description: 'A link to log in or out, or a login form.',
  keywords: ['login', 'logout', 'form'],
  example: { viewportWidth: 350 },
  supports: {
    anchor: true,
    className: true,
    color: { background: true, text: false, gradients: true, link: true },
    spacing: SPACING_WITHOUT_CONTROLS,
    typography: TYPOGRAPHY,
    __experimentalBorder: BORDER_WITHOUT_CONTROLS,
    interactivity: INTERACTIVITY,
  },
  attributes: {
    displayLoginAsForm: { type: 'boolean', default: false },
    redirectToCurrent: { type: 'boolean', default: true },
  },
  render({ displayLoginAsForm, redirectToCurrent }, _content, _loaded, scope) {
    const isLoggedIn = scope.principal.authenticated
    const back = redirectToCurrent ? [`redirect_to=${encodeURIComponent(scope.requestUrl())}`] : []
    const isForm = displayLoginAsForm && !isLoggedIn
    const url = loginUrl(scope, isLoggedIn ? ['action=logout', ...back] : back)
    const html = isForm
      ? loginForm(loginUrl(scope, []), scope.requestUrl())
      : `<a href="${escapeUrl(url)}">${isLoggedIn ? 'Log out' : 'Log in'}</a>`
    const classes = [isLoggedIn ? 'logged-in' : 'logged-out', ...(isForm ? ['has-login-form'] : [])]
    return `<div${wrapperAttributes(scope, classes)}>${html}</div>`
  },
})

const BUTTON = 'button button-primary wp-block-button__link wp-element-button'

/** The login form; visitors return to `back`. */
const loginForm = (
  action: string,
  back: string,
): string => `<form name="loginform" id="loginform" action="${escapeUrl(action)}" method="post"><p class="login-username">
				<label for="user_login">Username or Email Address</label>
				<input type="text" name="log" id="user_login" autocomplete="username" class="input" value="" size="20" />
			</p><p class="login-password">
				<label for="user_pass">Password</label>
				<input type="password" name="pwd" id="user_pass" autocomplete="current-password" spellcheck="false" class="input" value="" size="20" />
			</p><p class="login-remember"><label><input name="rememberme" type="checkbox" id="rememberme" value="forever" /> Remember Me</label></p><p class="login-submit">
				<input type="submit" name="wp-submit" id="wp-submit" class="${BUTTON}" value="Log In" />
				<input type="hidden" name="redirect_to" value="${escapeUrl(back)}" />
			</p></form>`
