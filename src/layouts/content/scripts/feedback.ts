import { feedbackSending, said, sayUseful, sayWhy, type Said } from '../../../stores/content/help-feedback.ts'
import { bindForm, valueOf } from '../../accounts/scripts/form.ts'

const thanks = (now: Said) =>
  now.at === 'nothing' ? '' : now.useful ? '谢谢，很高兴帮到您' : now.words ? '谢谢，我们会据此改进' : '谢谢您的反馈'

/** Brings 有用 and 没用 to life: one press is said at once, and 没用 asks why. */
export function startFeedback(): void {
  const part = document.querySelector<HTMLElement>('[data-feedback]')
  const form = part?.querySelector('form')
  const status = part?.querySelector<HTMLElement>('[data-thanks]')
  if (!part || !form || !status) return
  const questionId = Number(part.dataset['feedback'])
  const buttons = [...part.querySelectorAll<HTMLButtonElement>('[data-useful]')]
  const isYes = (button: HTMLButtonElement) => button.dataset['useful'] === 'yes'
  for (const button of buttons) {
    button.disabled = false
    button.addEventListener('click', () => void sayUseful(questionId, isYes(button)))
  }
  bindForm(form, feedbackSending, () => void sayWhy(questionId, valueOf(form, 'text')))
  said.subscribe((now) => {
    for (const button of buttons)
      button.setAttribute('aria-pressed', String(now.at === 'said' && now.useful === isYes(button)))
    status.textContent = thanks(now)
    const asks = now.at === 'said' && !now.useful && !now.words
    for (const why of part.querySelectorAll<HTMLElement>('[data-why]')) why.hidden = !asks
    if (asks) form.querySelector('textarea')?.focus()
  })
}
