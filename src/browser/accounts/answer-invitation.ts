import type { AskSecondStep } from '../../stores/accounts/sign-in/client-parts.ts'
import {
  acceptInvitation,
  acceptState,
  startInvitation,
  declineInvitation,
  declineState,
  invitationCode,
  existingLoginName,
  proveInvitedMobile,
  proofState,
  answerStep,
} from '../../stores/accounts/sub-accounts/answer-invitation.ts'
import { bindCodeFields } from './code-fields.ts'
import { bindForm, findInput, isChecked, reloadOnHistoryReturn, fieldValue } from '../shell/form.ts'
import { bindLoginName } from './login-name-field.ts'
import { bindNewPassword } from './new-password.ts'

/** Page of an invitation: verify the phone number, then create an account or join with one; or decline. */
export function startInvitationPage(): void {
  const root = document.querySelector<HTMLElement>('[data-answer]')
  const [first, second, third] = ['prove', 'account', 'decline'].map((name) =>
    root?.querySelector<HTMLFormElement>(`[data-answer-${name}]`),
  )
  const token = new URLSearchParams(location.search).get('token') ?? ''
  if (!root || !first || !second || !third) return
  reloadOnHistoryReturn()
  startInvitation(token)
  bindCodeFields(first, undefined, invitationCode, () => token)
  bindLoginName(second)
  bindNewPassword(second, () => ({
    loginName: fieldValue(second, 'loginName').trim(),
    companyName: root.dataset['company'],
  }))
  bindForm(first, proofState, () => proveInvitedMobile(fieldValue(first, 'smsCode')))
  const ask: AskSecondStep = async (content) => (await import('./second-step.ts')).askSecondStep(root, content)
  bindForm(second, acceptState, async () => {
    const typed = { loginName: fieldValue(second, 'loginName'), password: fieldValue(second, 'password') }
    const entered = await acceptInvitation({ ...typed, agreed: isChecked(second, 'agreed') }, ask)
    if (entered) location.assign(root.dataset['onward'] ?? '/')
  })
  bindForm(third, declineState, declineInvitation)
  bindDecline(third)
  existingLoginName.subscribe((loginName) => showAccount(second, loginName))
  answerStep.subscribe((now) => showStep(root, now))
  answerStep.listen((now) => {
    if (now === 'account') (findInput(second, 'loginName') ?? second).focus()
    else root.querySelector<HTMLElement>(`[data-step~="${now}"][tabindex]`)?.focus()
  })
}

/** Declining needs a confirmation, since it invalidates the link. */
function bindDecline(form: HTMLFormElement): void {
  const [ask, confirmation, keep] = ['ask', 'asked', 'keep'].map((name) =>
    form.querySelector<HTMLElement>(`[data-decline-${name}]`),
  )
  const show = (isConfirming: boolean) => {
    if (ask) ask.hidden = isConfirming
    if (confirmation) confirmation.hidden = !isConfirming
  }
  ask?.addEventListener('click', () => {
    show(true)
    keep?.focus()
  })
  keep?.addEventListener('click', () => {
    show(false)
    ask?.focus()
  })
}

/** Shows the fields of a new account, or the name of the existing account that joins. */
function showAccount(form: HTMLFormElement, loginName: string): void {
  const fresh = form.querySelector<HTMLFieldSetElement>('[data-new-account]')
  const known = form.querySelector<HTMLElement>('[data-known-account]')
  if (fresh !== null) {
    fresh.hidden = loginName !== ''
    fresh.disabled = loginName !== ''
  }
  if (known !== null) known.hidden = loginName === ''
  const name = form.querySelector('[data-known-name]')
  if (name !== null) name.textContent = loginName
}

function showStep(root: HTMLElement, now: string): void {
  for (const part of root.querySelectorAll<HTMLElement>('[data-step]')) {
    part.hidden = !part.dataset['step']?.split(' ').includes(now)
  }
}
