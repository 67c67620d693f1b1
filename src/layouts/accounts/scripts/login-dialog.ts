import { startAgain as startMobile } from '../../../stores/accounts/mobile-sign-in.ts'
import { startAgain as startPassword } from '../../../stores/accounts/sign-in.ts'
import { bindLogin } from './login-forms.ts'

/** Puts the login into the dialog of the shell; `done` runs after each login. */
export function startLoginDialog(place: HTMLElement, done: () => void): void {
  const template = place.querySelector<HTMLTemplateElement>('template[data-login-template]')
  const root = template?.content.querySelector<HTMLElement>('[data-login-ways]')
  if (!root) return
  place.replaceChildren(root)
  bindLogin(root, {
    done: () => {
      // The next time the dialog opens it is for a new login, without this one's password.
      for (const form of root.querySelectorAll('form')) form.reset()
      startPassword()
      startMobile()
      done()
    },
  })
  root.querySelector<HTMLElement>('form input')?.focus()
}
