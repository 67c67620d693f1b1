import type { CaptchaStore, OptionalCaptcha } from '../../stores/accounts/verification/captcha.ts'
import { findInput, setFieldError } from '../shell/form.ts'

/** Shows a captcha in its form field; a click on the image loads a new one. */
export function bindCaptcha(form: HTMLFormElement, store: CaptchaStore): void {
  const field = form.querySelector<HTMLElement>('[data-captcha]')
  const picture = field?.querySelector('img')
  const label = field?.querySelector<HTMLElement>('[data-captcha-words]')
  const renew = field?.querySelector<HTMLButtonElement>('[data-captcha-renew]')
  const input = findInput(form, 'captcha')
  if (!field || !picture || !label || !renew || !input) return
  renew.disabled = false
  renew.addEventListener('click', () => {
    void store.renew()
    input.focus()
  })
  let shown = ''
  store.state.subscribe((now) => {
    field.dataset['at'] = now.at
    input.disabled = now.at === 'used'
    // The typed text belonged to the previous image.
    if (now.at === 'ready' && shown !== '' && shown !== now.captchaId) input.value = ''
    if (now.at === 'ready') {
      shown = now.captchaId
      picture.src = now.image
    }
    if (now.at === 'failed') setFieldError(form, 'captcha', now.message)
    if (now.at !== 'used') picture.hidden = now.at !== 'ready'
    renew.setAttribute('aria-busy', String(now.at === 'loading'))
    label.textContent = { none: '点击获取', loading: '', failed: '重新获取', ready: '', used: '' }[now.at]
  })
}

/** Binds a captcha that is shown only once the server requires it. */
export function bindOptionalCaptcha(form: HTMLFormElement, { isRequired, store }: OptionalCaptcha): void {
  const field = form.querySelector<HTMLElement>('[data-captcha]')
  isRequired.subscribe((now) => field?.toggleAttribute('hidden', !now))
  bindCaptcha(form, store)
}
