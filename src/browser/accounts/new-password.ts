import type { PasswordOwner } from '../../domain/accounts/password-rules.ts'
import { findInput } from '../shell/form.ts'
import { bindPassword } from './password-field.ts'

const strengthLabels = ['--', '弱', '中', '强'] as const

/** Field for a new password: show button, strength meter and the list of rules. */
export function bindNewPassword(form: HTMLFormElement, owner: () => PasswordOwner): void {
  bindPassword(form)
  const input = findInput(form, 'password')
  const meter = form.querySelector<HTMLElement>('[data-strength]')
  if (input === undefined || meter === null) return
  const label = form.querySelector('[data-strength-words]')
  const lines = [...form.querySelectorAll<HTMLElement>('[data-rule]')]
  const update = async () => {
    // Loaded with the first input.
    const { passwordRules, passwordStrength } = await import('../../domain/accounts/password-rules.ts')
    const strength = passwordStrength(input.value, owner())
    meter.dataset['strength'] = String(strength)
    if (label !== null) label.textContent = `强度：${strengthLabels[strength]}`
    for (const [index, { met }] of passwordRules(input.value, owner()).entries()) {
      const line = lines[index]
      line?.toggleAttribute('data-met', met)
      const state = line?.querySelector('[data-rule-state]')
      if (state) state.textContent = met ? '，已满足' : '，未满足'
    }
  }
  form.addEventListener('input', () => void update())
  if (input.value !== '') void update()
}
