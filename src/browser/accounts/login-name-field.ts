import { checkLoginName, nameCheck, resetNameCheck } from '../../stores/accounts/sign-in/login-name.ts'
import { findInput, setFieldError } from '../shell/form.ts'

/** Checks on change whether the login name is free; announces the result to screen readers. */
export function bindLoginName(form: HTMLFormElement): void {
  const input = findInput(form, 'loginName')
  const tick = form.querySelector<HTMLElement>('[data-name-free]')
  const notice = form.querySelector<HTMLElement>('[data-name-told]')
  input?.addEventListener('change', () => void checkLoginName(input.value))
  input?.addEventListener('input', resetNameCheck)
  nameCheck.subscribe((now) => {
    if (tick !== null) tick.hidden = now.at !== 'free'
    if (now.at === 'wrong') setFieldError(form, 'loginName', now.message)
    if (now.at === 'free') setFieldError(form, 'loginName', '')
    if (notice !== null)
      notice.textContent = now.at === 'free' ? '登录名可以使用' : now.at === 'wrong' ? now.message : ''
  })
}
