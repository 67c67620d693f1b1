import { passwordRules, passwordStrength } from '../../../domain/accounts/identity-rules.ts'
import { inputOf } from './form.ts'

const strengths = ['--', '弱', '中', '强'] as const

/** The eye of a password, and the rules of a new one as they are met. */
export function bindPassword(form: HTMLFormElement, loginName: () => string = () => ''): void {
  const input = inputOf(form, 'password')
  const eye = form.querySelector<HTMLButtonElement>('[data-show-password]')
  if (input === undefined) return
  eye?.addEventListener('click', () => {
    const shown = input.type === 'password'
    input.type = shown ? 'text' : 'password'
    eye.setAttribute('aria-label', shown ? '隐藏密码' : '显示密码')
    eye.toggleAttribute('data-shown', shown)
  })
  const meter = form.querySelector<HTMLElement>('[data-strength]')
  if (meter === null) return
  const words = form.querySelector('[data-strength-words]')
  const lines = [...form.querySelectorAll<HTMLElement>('[data-rule]')]
  const judge = () => {
    const strength = passwordStrength(input.value, loginName())
    meter.dataset['strength'] = String(strength)
    if (words !== null) words.textContent = `强度：${strengths[strength]}`
    for (const [index, { met }] of passwordRules(input.value, loginName()).entries()) {
      const line = lines[index]
      line?.toggleAttribute('data-met', met)
      const state = line?.querySelector('[data-rule-state]')
      if (state) state.textContent = met ? '，已满足' : '，未满足'
    }
  }
  form.addEventListener('input', judge)
  judge()
}
