import {
  feedbackSubmit,
  feedbackState,
  submitFeedback,
  submitFeedbackText,
  type FeedbackState,
} from '../../stores/content/help-feedback.ts'
import { bindForm, fieldValue } from '../shell/form.ts'

const thanksText = (now: FeedbackState) =>
  now.at === 'nothing' ? '' : now.useful ? '谢谢，很高兴帮到您' : now.hasText ? '谢谢，我们会据此改进' : '谢谢您的反馈'

/** Binds 有用 and 没用: a click is submitted at once; 没用 asks for a reason. */
export function startHelpFeedback(): void {
  const part = document.querySelector<HTMLElement>('[data-feedback]')
  const form = part?.querySelector('form')
  const status = part?.querySelector<HTMLElement>('[data-thanks]')
  if (!part || !form || !status) return
  const questionId = Number(part.dataset['feedback'])
  const buttons = [...part.querySelectorAll<HTMLButtonElement>('[data-useful]')]
  const isYes = (button: HTMLButtonElement) => button.dataset['useful'] === 'yes'
  for (const button of buttons) {
    button.disabled = false
    button.addEventListener('click', () => void submitFeedback(questionId, isYes(button)))
  }
  bindForm(form, feedbackSubmit, () => void submitFeedbackText(questionId, fieldValue(form, 'text')))
  feedbackState.subscribe((now) => {
    for (const button of buttons)
      button.setAttribute('aria-pressed', String(now.at === 'said' && now.useful === isYes(button)))
    status.textContent = thanksText(now)
    const asks = now.at === 'said' && !now.useful && !now.hasText
    for (const why of part.querySelectorAll<HTMLElement>('[data-why]')) why.hidden = !asks
    if (asks) form.querySelector('textarea')?.focus()
  })
}
