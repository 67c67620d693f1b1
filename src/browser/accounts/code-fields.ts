import type { CaptchaStore } from '../../stores/accounts/verification/captcha.ts'
import { normalizeCode } from '../../stores/accounts/verification/code-input.ts'
import type { CodeSender } from '../../stores/accounts/verification/code-sender.ts'
import { isSendKey } from '../../ui/form/ime.ts'
import { bindCaptcha } from './captcha-field.ts'
import { findInput, onFirstFormUse, setFieldError, showFieldErrors, fieldValue } from '../shell/form.ts'

/**
 * Binds phone number, captcha and verification code of a form: requesting a code, the waiting time, cleaning pasted
 * codes. `recipient` gives the target when the form has no phone number field.
 */
export function bindCodeFields(
  form: HTMLFormElement,
  captcha: CaptchaStore | undefined,
  sending: CodeSender,
  recipient: () => string = () => fieldValue(form, 'mobile'),
): void {
  const button = form.querySelector<HTMLButtonElement>('[data-send-code]')
  const notice = form.querySelector<HTMLElement>('[data-code-told]')
  const code = findInput(form, 'smsCode')
  if (captcha !== undefined) {
    bindCaptcha(form, captcha)
    onFirstFormUse(form, () => {
      if (sending.state.get().at === 'ready') captcha.ensure()
    })
  }

  const requestCode = async () => {
    for (const field of ['mobile', 'captcha', 'smsCode']) setFieldError(form, field, '')
    const fieldErrors = await sending.send(recipient(), fieldValue(form, 'captcha'))
    if (fieldErrors.length > 0) showFieldErrors(form, fieldErrors)
    else if (sending.state.get().at === 'waiting') code?.focus()
  }
  button?.addEventListener('click', () => void requestCode())
  findInput(form, 'captcha')?.addEventListener('keydown', (event) => {
    if (!isSendKey(event)) return
    event.preventDefault()
    void requestCode()
  })
  const mobile = findInput(form, 'mobile')
  mobile?.addEventListener('input', () => sending.setTarget(mobile.value))
  const normalizeField = () => {
    if (code !== undefined && normalizeCode(code.value) !== code.value) code.value = normalizeCode(code.value)
  }
  code?.addEventListener('input', (event) => {
    if (!(event instanceof InputEvent && event.isComposing)) normalizeField()
  })
  code?.addEventListener('compositionend', normalizeField)
  code?.addEventListener('change', normalizeField)

  sending.state.subscribe((now) => {
    if (button === null) return
    button.disabled = now.at !== 'ready'
    button.textContent =
      now.at === 'waiting' ? `${now.left} 秒后重发` : now.at === 'sending' ? '正在发送' : '获取验证码'
  })
  sending.announcement.subscribe((words) => {
    if (notice !== null) notice.textContent = words
  })
}
