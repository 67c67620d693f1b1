import type { CaptchaStore, WantedCaptcha } from '../../../stores/accounts/captcha.ts'
import { inputOf, setFault } from './form.ts'

/** Draws a captcha in its place in a form; the picture is its own button for another one. */
export function bindCaptcha(form: HTMLFormElement, store: CaptchaStore): void {
  const field = form.querySelector<HTMLElement>('[data-captcha]')
  const picture = field?.querySelector('img')
  const words = field?.querySelector<HTMLElement>('[data-captcha-words]')
  const renew = field?.querySelector<HTMLButtonElement>('[data-captcha-renew]')
  const input = inputOf(form, 'captcha')
  if (!field || !picture || !words || !renew || !input) return
  renew.disabled = false
  renew.addEventListener('click', () => {
    void store.renew()
    input.focus()
  })
  let shown = ''
  store.state.subscribe((now) => {
    field.dataset['at'] = now.at
    input.disabled = now.at === 'used'
    // What was typed belongs to the picture that was there.
    if (now.at === 'ready' && shown !== '' && shown !== now.captchaId) input.value = ''
    if (now.at === 'ready') {
      shown = now.captchaId
      picture.src = now.image
    }
    if (now.at === 'failed') setFault(form, 'captcha', now.message)
    if (now.at !== 'used') picture.hidden = now.at !== 'ready'
    renew.setAttribute('aria-busy', String(now.at === 'loading'))
    words.textContent = { none: '点击获取', loading: '', failed: '重新获取', ready: '', used: '' }[now.at]
  })
}

/** The same for a captcha that is shown once the server wants it. */
export function bindWantedCaptcha(form: HTMLFormElement, { wanted, store }: WantedCaptcha): void {
  const field = form.querySelector<HTMLElement>('[data-captcha]')
  wanted.subscribe((now) => field?.toggleAttribute('hidden', !now))
  bindCaptcha(form, store)
}
