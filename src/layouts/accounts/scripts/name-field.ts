import { checkName, nameCheck, nameTyped } from '../../../stores/accounts/login-name.ts'
import { inputOf, setFault } from './form.ts'

/** Tells whether the login name is free when its field is left, and says so to who cannot see the tick. */
export function bindLoginName(form: HTMLFormElement): void {
  const input = inputOf(form, 'loginName')
  const tick = form.querySelector<HTMLElement>('[data-name-free]')
  const told = form.querySelector<HTMLElement>('[data-name-told]')
  input?.addEventListener('change', () => void checkName(input.value))
  input?.addEventListener('input', nameTyped)
  nameCheck.subscribe((now) => {
    if (tick !== null) tick.hidden = now.at !== 'free'
    if (now.at === 'wrong') setFault(form, 'loginName', now.message)
    if (now.at === 'free') setFault(form, 'loginName', '')
    if (told !== null) told.textContent = now.at === 'free' ? '登录名可以使用' : now.at === 'wrong' ? now.message : ''
  })
}
