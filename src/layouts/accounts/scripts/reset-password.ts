import {
  goTo,
  loginNameOfReset,
  provenMobile,
  resetCaptcha,
  resetCode,
  setPassword,
  setting,
  step,
  verify,
  verifying,
  type ResetStep,
} from '../../../stores/accounts/reset-password.ts'
import { bindCodeFields } from './code-fields.ts'
import { bindForm, inputOf, reloadWhenBack, valueOf } from './form.ts'
import { bindNewPassword } from './new-password.ts'

/** The three steps of a forgotten password, each with its address, so that the way back works. */
export function startResetPage(): void {
  const root = document.querySelector<HTMLElement>('[data-reset]')
  const first = root?.querySelector<HTMLFormElement>('[data-reset-verify]')
  const second = root?.querySelector<HTMLFormElement>('[data-reset-password]')
  if (!root || !first || !second) return
  reloadWhenBack()
  bindCodeFields(first, resetCaptcha, resetCode)
  bindNewPassword(second, () => ({}))
  bindForm(first, verifying, async () => {
    if (!(await verify({ mobile: valueOf(first, 'mobile'), smsCode: valueOf(first, 'smsCode') }))) return
    history.pushState(null, '', addressOf('password'))
    inputOf(second, 'password')?.focus()
  })
  bindForm(second, setting, async () => {
    if (await setPassword(valueOf(second, 'password'))) history.replaceState(null, '', addressOf('done'))
    else if (step.get() === 'verify') history.replaceState(null, '', addressOf('verify'))
  })
  second.querySelector('[data-reset-back]')?.addEventListener('click', () => history.back())
  const mobile = inputOf(first, 'mobile')
  if (mobile !== undefined && mobile.value === '') mobile.value = provenMobile()
  step.subscribe((now) => draw(root, now))
  const follow = () => {
    const now = goTo(new URLSearchParams(location.search).get('step'))
    if (location.href !== addressOf(now)) history.replaceState(null, '', addressOf(now))
  }
  addEventListener('popstate', follow)
  follow()
}

function addressOf(step: ResetStep): string {
  const url = new URL(location.href)
  if (step === 'verify') url.searchParams.delete('step')
  else url.searchParams.set('step', step)
  return url.href
}

function draw(root: HTMLElement, now: ResetStep): void {
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
