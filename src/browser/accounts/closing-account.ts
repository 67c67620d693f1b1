import { dateTime } from '../../domain/time.ts'
import { loginLinks } from '../../domain/login-links.ts'
import { closingAccount } from '../../stores/accounts/sign-in/closing-account.ts'
import { leaveClosing, withdrawClosing } from '../../stores/accounts/sign-in/withdraw-closing.ts'

/** Says until when an account that is being closed can return, in place of the login form, and withdraws the closing. */
export function showClosing(root: HTMLElement): void {
  const shown = root.querySelector('[data-closing-account]')
  // Another login form of the page asked.
  if (shown !== null || root.offsetParent === null) return
  const panel = root
    .querySelector<HTMLTemplateElement>('template[data-closing]')
    ?.content.firstElementChild?.cloneNode(true)
  if (!(panel instanceof HTMLElement)) return
  const first = [...root.children].filter((child) => child instanceof HTMLElement && !child.hidden)
  const setHidden = (isHidden: boolean) => first.forEach((part) => part.toggleAttribute('hidden', isHidden))
  const part = (name: string) => panel.querySelector<HTMLElement>(`[data-closing-${name}]`)
  const withdraw = part('withdraw')
  withdraw?.addEventListener('click', () => void withdrawClosing())
  for (const back of panel.querySelectorAll('[data-closing-back]')) back.addEventListener('click', leaveClosing)
  setHidden(true)
  root.append(panel)
  const stop = closingAccount.subscribe((now) => {
    for (const name of ['asked', 'returned'] as const) {
      const place = part(name)
      if (place !== null) place.hidden = (now.at === 'returned') !== (name === 'returned')
    }
    if (now.at === 'returned') part('returned')?.focus()
    if (now.at === 'returned' || now.at === 'none') return
    const due = part('due')
    if (due !== null && now.dueAt !== '') due.textContent = dateTime(now.dueAt)
    const message = part('message')
    if (message !== null) message.textContent = now.message
    withdraw?.setAttribute('aria-disabled', String(now.at === 'sending'))
  })
  part('asked')?.focus()
  const end = closingAccount.listen(({ at }) => {
    if (at !== 'none') return
    stop()
    end()
    panel.remove()
    setHidden(false)
    const input = root.querySelector<HTMLElement>('form input')
    if (input === null) location.assign(loginLinks.login())
    else input.focus()
  })
}
