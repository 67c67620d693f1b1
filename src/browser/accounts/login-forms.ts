import { maskPhone } from '../../domain/masks.ts'
import type { AskSecondStep } from '../../stores/accounts/sign-in/client-parts.ts'
import {
  mobileCaptcha,
  mobileCode,
  mobileLoginState,
  signInByMobile,
} from '../../stores/accounts/sign-in/mobile-sign-in.ts'
import { closingAccount } from '../../stores/accounts/sign-in/closing-account.ts'
import {
  isCaptchaRequired,
  passwordCaptcha,
  passwordLoginState,
  isLockedOut,
  signInByPassword,
  type LoginMethod,
} from '../../stores/accounts/sign-in/sign-in.ts'
import { tabClass } from '../../ui/navigation/tabs-class.ts'
import { bindCaptcha } from './captcha-field.ts'
import { bindCodeFields } from './code-fields.ts'
import { bindForm, findInput, isChecked, fieldValue } from '../shell/form.ts'
import { bindPassword } from './password-field.ts'

/** Controls of the login form with its two methods (password, SMS). */
export interface LoginControls {
  /** Shows one method; the values typed for the other one stay. */
  readonly show: (way: LoginMethod) => void
}

interface LoginOptions {
  /** Runs after a successful login. */
  readonly onSignedIn: () => void
  /** Called when the user chooses a method. */
  readonly onMethodChosen?: (way: LoginMethod) => void
}

function bindPasswordForm(form: HTMLFormElement, ask: AskSecondStep, onSignedIn: () => void, toSms: () => void): void {
  const row = form.querySelector<HTMLElement>('[data-captcha]')
  const smsLink = form.querySelector<HTMLElement>('[data-to-sms]')
  isCaptchaRequired.subscribe((wanted) => {
    if (row !== null) row.hidden = !wanted
  })
  isLockedOut.subscribe((isLockedOut) => {
    if (smsLink !== null) smsLink.hidden = !isLockedOut
  })
  smsLink?.addEventListener('click', toSms)
  bindCaptcha(form, passwordCaptcha)
  bindPassword(form)
  bindForm(form, passwordLoginState, async () => {
    const typed = {
      loginName: fieldValue(form, 'loginName'),
      password: fieldValue(form, 'password'),
      captcha: fieldValue(form, 'captcha'),
      keepLogin: isChecked(form, 'keepLogin'),
    }
    if (await signInByPassword(typed, ask)) onSignedIn()
  })
}

function bindMobileForm(form: HTMLFormElement, ask: AskSecondStep, onSignedIn: () => void): void {
  bindCodeFields(form, mobileCaptcha, mobileCode)
  bindForm(form, mobileLoginState, async () => {
    const typed = {
      mobile: fieldValue(form, 'mobile'),
      smsCode: fieldValue(form, 'smsCode'),
      agreed: isChecked(form, 'agreed'),
      keepLogin: isChecked(form, 'keepLogin'),
    }
    if (await signInByMobile(typed, ask)) onSignedIn()
  })
}

const isWay = (value: unknown): value is LoginMethod => value === 'password' || value === 'sms'

/** Binds the login. Only the form of the chosen method is in the page; the other one is kept detached. */
export function bindLogin(root: HTMLElement, { onSignedIn, onMethodChosen }: LoginOptions): LoginControls | undefined {
  const panel = root.querySelector<HTMLElement>('[data-login-panel]')
  const here = panel?.querySelector('form')
  const aside = root.querySelector<HTMLTemplateElement>('template[data-login-aside]')?.content.querySelector('form')
  if (!panel || !here || !aside) return undefined
  const first = root.dataset['loginWays'] === 'sms' ? 'sms' : 'password'
  const [password, sms] = first === 'password' ? [here, aside] : [aside, here]
  const tabs = [...root.querySelectorAll<HTMLAnchorElement>('[role="tab"]')]

  const show = (way: LoginMethod) => {
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
    // Copy a phone number typed as the login name.
    const [name, mobile] = [findInput(password, 'loginName'), findInput(sms, 'mobile')]
    if (way === 'sms' && name && mobile && mobile.value === '' && maskPhone(name.value) !== name.value) {
      mobile.value = /^\d/.test(name.value.trim()) ? name.value.trim() : ''
    }
  }
  const choose = (way: LoginMethod) => {
    show(way)
    if (way === 'sms' && mobileCode.state.get().at === 'ready') mobileCaptcha.ensure()
    onMethodChosen?.(way)
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
  bindPasswordForm(password, ask, onSignedIn, () => {
    choose('sms')
    findInput(sms, 'mobile')?.focus()
  })
  bindMobileForm(sms, ask, onSignedIn)
  closingAccount.listen(({ at }) => {
    if (at === 'asking') void import('./closing-account.ts').then(({ showClosing }) => showClosing(root))
  })
  return { show }
}
