import { escapeUrl } from '@platen/rendering'

const BUTTON = 'button button-primary wp-block-button__link wp-element-button'

/** The login form; visitors return to `back`. */
export const loginForm = (
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
