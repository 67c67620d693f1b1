import {
  goToResetStep,
  loginNameOfReset,
  provenMobile,
  resetCaptcha,
  resetCode,
  setPassword,
  setPasswordState,
  resetStep,
  verifyMobile,
  verifyState,
  type ResetStep,
} from '../../stores/accounts/sign-in/reset-password.ts'
import { bindCodeFields } from './code-fields.ts'
import { bindForm, findInput, reloadOnHistoryReturn, fieldValue } from '../shell/form.ts'
import { bindNewPassword } from './new-password.ts'

/** The three steps of a password reset, each with its URL, so that the history works. */
export function startResetPasswordPage(): void {
  const root = document.querySelector<HTMLElement>('[data-reset]')
  const first = root?.querySelector<HTMLFormElement>('[data-reset-verify]')
  const second = root?.querySelector<HTMLFormElement>('[data-reset-password]')
  if (!root || !first || !second) return
  reloadOnHistoryReturn()
  bindCodeFields(first, resetCaptcha, resetCode)
  bindNewPassword(second, () => ({}))
  bindForm(first, verifyState, async () => {
    if (!(await verifyMobile({ mobile: fieldValue(first, 'mobile'), smsCode: fieldValue(first, 'smsCode') }))) return
    history.pushState(null, '', stepAddress('password'))
    findInput(second, 'password')?.focus()
  })
  bindForm(second, setPasswordState, async () => {
    if (await setPassword(fieldValue(second, 'password'))) history.replaceState(null, '', stepAddress('done'))
    else if (resetStep.get() === 'verify') history.replaceState(null, '', stepAddress('verify'))
  })
  second.querySelector('[data-reset-back]')?.addEventListener('click', () => history.back())
  const mobile = findInput(first, 'mobile')
  if (mobile !== undefined && mobile.value === '') mobile.value = provenMobile()
  resetStep.subscribe((now) => showStep(root, now))
  const follow = () => {
    const now = goToResetStep(new URLSearchParams(location.search).get('step'))
    if (location.href !== stepAddress(now)) history.replaceState(null, '', stepAddress(now))
  }
  addEventListener('popstate', follow)
  follow()
}

function stepAddress(step: ResetStep): string {
  const url = new URL(location.href)
  if (step === 'verify') url.searchParams.delete('step')
  else url.searchParams.set('step', step)
  return url.href
}

function showStep(root: HTMLElement, now: ResetStep): void {
  for (const part of root.querySelectorAll<HTMLElement>('[data-step]')) {
    part.hidden = !part.dataset['step']?.split(' ').includes(now)
  }
  for (const place of root.querySelectorAll<HTMLElement>('[data-proven-mobile]')) {
    if (place instanceof HTMLInputElement) place.value = provenMobile()
    else place.textContent = provenMobile().replace(/^(\d{3})(\d{4})(\d{4})$/, '$1 **** $3')
  }
  const name = root.querySelector('[data-login-name]')
  if (name !== null) name.textContent = loginNameOfReset.get()
  if (now === 'done') root.querySelector<HTMLElement>('[data-reset-done]')?.focus()
}
