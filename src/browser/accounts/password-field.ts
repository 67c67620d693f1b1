import { findInput } from '../shell/form.ts'

/** Binds the button that shows and hides the password. */
export function bindPassword(form: HTMLFormElement): void {
  const input = findInput(form, 'password')
  const eye = form.querySelector<HTMLButtonElement>('[data-show-password]')
  if (input === undefined) return
  eye?.addEventListener('click', () => {
    const shown = input.type === 'password'
    input.type = shown ? 'text' : 'password'
    eye.setAttribute('aria-label', shown ? '隐藏密码' : '显示密码')
    eye.toggleAttribute('data-shown', shown)
  })
}
