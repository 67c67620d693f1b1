import type { PasswordOwner } from '../../../domain/accounts/password-rules.ts'
import { inputOf } from './form.ts'

const strengths = ['--', '弱', '中', '强'] as const

/** The eye of a password, and the rules of a new one as they are met. */
export function bindPassword(form: HTMLFormElement, owner: () => PasswordOwner = () => ({})): void {
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
