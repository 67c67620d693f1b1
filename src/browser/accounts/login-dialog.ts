import { resetMobileLogin as startMobile } from '../../stores/accounts/sign-in/mobile-sign-in.ts'
import { resetPasswordLogin as startPassword } from '../../stores/accounts/sign-in/sign-in.ts'
import { bindLogin } from './login-forms.ts'

/** Moves the login form into the shell's login dialog; `onSignedIn` runs after each login. */
export function startLoginDialog(container: HTMLElement, onSignedIn: () => void): void {
  const template = container.querySelector<HTMLTemplateElement>('template[data-login-template]')
  const root = template?.content.querySelector<HTMLElement>('[data-login-ways]')
  if (!root) return
  container.replaceChildren(root)
  bindLogin(root, {
    onSignedIn: () => {
      // Clear the form, so that the next login does not start with this password.
      for (const form of root.querySelectorAll('form')) form.reset()
      startPassword()
      startMobile()
      onSignedIn()
    },
  })
  root.querySelector<HTMLElement>('form input')?.focus()
}
