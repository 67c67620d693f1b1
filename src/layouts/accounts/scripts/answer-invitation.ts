import type { AskSecondStep } from '../../../stores/accounts/line-parts.ts'
import {
  accept,
  accepting,
  begin,
  decline,
  declining,
  invitationCode,
  knownAccount,
  prove,
  proving,
  step,
} from '../../../stores/accounts/answer-invitation.ts'
import { bindCodeFields } from './code-fields.ts'
import { bindForm, inputOf, isTicked, reloadWhenBack, valueOf } from './form.ts'
import { bindLoginName } from './name-field.ts'
import { bindNewPassword } from './new-password.ts'

/** The answer to an invitation: prove the number, then make or join with the account; or turn it down. */
export function startInvitationPage(): void {
  const root = document.querySelector<HTMLElement>('[data-answer]')
  const [first, second, third] = ['prove', 'account', 'decline'].map((name) =>
    root?.querySelector<HTMLFormElement>(`[data-answer-${name}]`),
  )
  const token = new URLSearchParams(location.search).get('token') ?? ''
  if (!root || !first || !second || !third) return
  reloadWhenBack()
  begin(token)
  bindCodeFields(first, undefined, invitationCode, () => token)
  bindLoginName(second)
  bindNewPassword(second, () => ({
    loginName: valueOf(second, 'loginName').trim(),
    companyName: root.dataset['company'],
  }))
  bindForm(first, proving, () => prove(valueOf(first, 'smsCode')))
  const ask: AskSecondStep = async (content) => (await import('./second-step.ts')).askSecondStep(root, content)
  bindForm(second, accepting, async () => {
    const typed = { loginName: valueOf(second, 'loginName'), password: valueOf(second, 'password') }
    const entered = await accept({ ...typed, agreed: isTicked(second, 'agreed') }, ask)
    if (entered) location.assign(root.dataset['onward'] ?? '/')
  })
  bindForm(third, declining, decline)
  bindDecline(third)
  knownAccount.subscribe((loginName) => drawAccount(second, loginName))
  step.subscribe((now) => draw(root, now))
  step.listen((now) => {
    if (now === 'account') (inputOf(second, 'loginName') ?? second).focus()
    else root.querySelector<HTMLElement>(`[data-step~="${now}"][tabindex]`)?.focus()
  })
}

/** Asked once more: the link is worth nothing afterwards. */
function bindDecline(form: HTMLFormElement): void {
  const [ask, asked, keep] = ['ask', 'asked', 'keep'].map((name) =>
    form.querySelector<HTMLElement>(`[data-decline-${name}]`),
  )
  const show = (isAsked: boolean) => {
    if (ask) ask.hidden = isAsked
    if (asked) asked.hidden = !isAsked
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

/** The fields of a new account, or which account joins. */
function drawAccount(form: HTMLFormElement, loginName: string): void {
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

function draw(root: HTMLElement, now: string): void {
  for (const part of root.querySelectorAll<HTMLElement>('[data-step]')) {
    part.hidden = !part.dataset['step']?.split(' ').includes(now)
  }
}
