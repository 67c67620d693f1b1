import type { CaptchaStore } from '../../../stores/accounts/captcha.ts'
import { readCode } from '../../../stores/accounts/code-input.ts'
import type { CodeSendingStore } from '../../../stores/accounts/code-sending.ts'
import { isSendKey } from '../../../ui/ime.ts'
import { bindCaptcha } from './captcha-field.ts'
import { inputOf, onFirstUse, setFault, showFaults, valueOf } from './form.ts'

/**
 * Number, captcha and code of a form: asking for the code, the wait, and reading what is pasted. `place` is where the
 * code goes when the form does not ask for a number.
 */
export function bindCodeFields(
  form: HTMLFormElement,
  captcha: CaptchaStore | undefined,
  sending: CodeSendingStore,
  place: () => string = () => valueOf(form, 'mobile'),
): void {
  const button = form.querySelector<HTMLButtonElement>('[data-send-code]')
  const told = form.querySelector<HTMLElement>('[data-code-told]')
  const code = inputOf(form, 'smsCode')
  if (captcha !== undefined) {
    bindCaptcha(form, captcha)
    onFirstUse(form, () => {
      if (sending.state.get().at === 'ready') captcha.need()
    })
  }

  const ask = async () => {
    for (const field of ['mobile', 'captcha', 'smsCode']) setFault(form, field, '')
    const faults = await sending.send(place(), valueOf(form, 'captcha'))
    if (faults.length > 0) showFaults(form, faults)
    else if (sending.state.get().at === 'waiting') code?.focus()
  }
  button?.addEventListener('click', () => void ask())
  inputOf(form, 'captcha')?.addEventListener('keydown', (event) => {
    if (!isSendKey(event)) return
    event.preventDefault()
    void ask()
  })
  const mobile = inputOf(form, 'mobile')
  mobile?.addEventListener('input', () => sending.about(mobile.value))
  const tidy = () => {
    if (code !== undefined && readCode(code.value) !== code.value) code.value = readCode(code.value)
  }
  code?.addEventListener('input', (event) => {
    if (!(event instanceof InputEvent && event.isComposing)) tidy()
  })
  code?.addEventListener('compositionend', tidy)
  code?.addEventListener('change', tidy)

  sending.state.subscribe((now) => {
    if (button === null) return
    button.disabled = now.at !== 'ready'
    button.textContent =
      now.at === 'waiting' ? `${now.left} 秒后重发` : now.at === 'sending' ? '正在发送' : '获取验证码'
  })
  sending.told.subscribe((words) => {
    if (told !== null) told.textContent = words
  })
}
