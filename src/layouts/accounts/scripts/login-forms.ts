import { maskPhone } from '../../../domain/masks.ts'
import type { AskSecondStep } from '../../../stores/accounts/line-parts.ts'
import { mobileCaptcha, mobileCode, mobileLogin, signInByMobile } from '../../../stores/accounts/mobile-sign-in.ts'
import {
  captchaWanted,
  passwordCaptcha,
  passwordLogin,
  shutOut,
  signIn,
  type Way,
} from '../../../stores/accounts/sign-in.ts'
import { tabClass } from '../../../ui/tabs-class.ts'
import { bindCaptcha } from './captcha-field.ts'
import { bindCodeFields } from './code-fields.ts'
import { bindForm, inputOf, isTicked, valueOf } from './form.ts'
import { bindPassword } from './password-field.ts'

/** The login with its two ways, brought to life. */
export interface Login {
  /** Shows one of the ways. What was typed into the other one stays. */
  readonly show: (way: Way) => void
}

interface LoginOptions {
  /** Runs after a login that succeeded. */
  readonly done: () => void
  /** Hears that the person chose a way. */
  readonly chosen?: (way: Way) => void
}

function bindPasswordForm(form: HTMLFormElement, ask: AskSecondStep, done: () => void, toSms: () => void): void {
  const row = form.querySelector<HTMLElement>('[data-captcha]')
  const way = form.querySelector<HTMLElement>('[data-to-sms]')
  captchaWanted.subscribe((wanted) => {
    if (row !== null) row.hidden = !wanted
  })
  shutOut.subscribe((out) => {
    if (way !== null) way.hidden = !out
  })
  way?.addEventListener('click', toSms)
  bindCaptcha(form, passwordCaptcha)
  bindPassword(form)
  bindForm(form, passwordLogin, async () => {
    const typed = {
      loginName: valueOf(form, 'loginName'),
      password: valueOf(form, 'password'),
      captcha: valueOf(form, 'captcha'),
      keepLogin: isTicked(form, 'keepLogin'),
    }
    if (await signIn(typed, ask)) done()
  })
}

function bindMobileForm(form: HTMLFormElement, ask: AskSecondStep, done: () => void): void {
  bindCodeFields(form, mobileCaptcha, mobileCode)
  bindForm(form, mobileLogin, async () => {
    const typed = {
      mobile: valueOf(form, 'mobile'),
      smsCode: valueOf(form, 'smsCode'),
      agreed: isTicked(form, 'agreed'),
      keepLogin: isTicked(form, 'keepLogin'),
    }
    if (await signInByMobile(typed, ask)) done()
  })
}

const isWay = (value: unknown): value is Way => value === 'password' || value === 'sms'

/** Brings the login to life. Only the form of the chosen way is in the page; the other one waits aside as it was left. */
export function bindLogin(root: HTMLElement, { done, chosen }: LoginOptions): Login | undefined {
  const panel = root.querySelector<HTMLElement>('[data-login-panel]')
  const here = panel?.querySelector('form')
  const aside = root.querySelector<HTMLTemplateElement>('template[data-login-aside]')?.content.querySelector('form')
  if (!panel || !here || !aside) return undefined
  const first = root.dataset['loginWays'] === 'sms' ? 'sms' : 'password'
  const [password, sms] = first === 'password' ? [here, aside] : [aside, here]
  const tabs = [...root.querySelectorAll<HTMLAnchorElement>('[role="tab"]')]

  const show = (way: Way) => {
    const form = way === 'sms' ? sms : password
    if (form.isConnected) return
    panel.replaceChildren(form)
    for (const tab of tabs) {
      const is = tab.dataset['way'] === way
      tab.setAttribute('aria-selected', String(is))
      tab.tabIndex = is ? 0 : -1
      tab.className = tabClass(is)
      if (is) panel.setAttribute('aria-labelledby', tab.id)
    }
    // A number typed as the login name need not be typed again.
    const [name, mobile] = [inputOf(password, 'loginName'), inputOf(sms, 'mobile')]
    if (way === 'sms' && name && mobile && mobile.value === '' && maskPhone(name.value) !== name.value) {
      mobile.value = /^\d/.test(name.value.trim()) ? name.value.trim() : ''
    }
  }
  const choose = (way: Way) => {
    show(way)
    if (way === 'sms' && mobileCode.state.get().at === 'ready') mobileCaptcha.need()
    chosen?.(way)
  }
  for (const tab of tabs) {
    const way = tab.dataset['way']
    tab.addEventListener('click', (event) => {
      if (!isWay(way) || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      choose(way)
    })
    tab.addEventListener('keydown', (event) => {
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight' && event.key !== ' ') return
      event.preventDefault()
      const next = event.key === ' ' ? tab : tabs.find((other) => other !== tab)
      next?.focus()
      next?.click()
    })
  }
  const ask: AskSecondStep = async (content) => (await import('./second-step.ts')).askSecondStep(root, content)
  bindPasswordForm(password, ask, done, () => {
    choose('sms')
    inputOf(sms, 'mobile')?.focus()
  })
  bindMobileForm(sms, ask, done)
  return { show }
}
