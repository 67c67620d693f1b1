import type { PasswordOwner } from '../../../domain/accounts/password-rules.ts'
import { inputOf } from './form.ts'
import { bindPassword } from './password-field.ts'

const strengths = ['--', '弱', '中', '强'] as const

/** A password that is chosen: the button that shows it, its strength, and the rules as they are met. */
export function bindNewPassword(form: HTMLFormElement, owner: () => PasswordOwner): void {
  bindPassword(form)
  const input = inputOf(form, 'password')
  const meter = form.querySelector<HTMLElement>('[data-strength]')
  if (input === undefined || meter === null) return
  const words = form.querySelector('[data-strength-words]')
  const lines = [...form.querySelectorAll<HTMLElement>('[data-rule]')]
  const judge = async () => {
    // With the first letter: a first look at the page needs no rules.
    const { passwordRules, passwordStrength } = await import('../../../domain/accounts/password-rules.ts')
    const strength = passwordStrength(input.value, owner())
    meter.dataset['strength'] = String(strength)
    if (words !== null) words.textContent = `强度：${strengths[strength]}`
    for (const [index, { met }] of passwordRules(input.value, owner()).entries()) {
      const line = lines[index]
      line?.toggleAttribute('data-met', met)
      const state = line?.querySelector('[data-rule-state]')
      if (state) state.textContent = met ? '，已满足' : '，未满足'
    }
  }
  form.addEventListener('input', () => void judge())
  if (input.value !== '') void judge()
}
