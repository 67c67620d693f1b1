import type { AskSecondStep } from '../../stores/accounts/sign-in/client-parts.ts'
import { closingAccount } from '../../stores/accounts/sign-in/closing-account.ts'
import { leaveForSso, returnFromSso, singleSignOnState } from '../../stores/accounts/sign-in/single-sign-on.ts'

/** Binds the single sign-on button, if this installation has single sign-on. */
export function bindSso(redirect: string): void {
  const button = document.querySelector<HTMLButtonElement>('[data-sso]')
  const errorText = document.querySelector<HTMLElement>('[data-sso-fault]')
  if (button === null || errorText === null) return
  button.disabled = false
  button.addEventListener('click', () => void leaveForSso(redirect))
  singleSignOnState.subscribe((now) => {
    button.setAttribute('aria-disabled', String(now.at === 'leaving'))
    button.setAttribute('aria-busy', String(now.at === 'leaving'))
    errorText.textContent = now.at === 'failed' ? now.message : ''
  })
}

/** Return from single sign-on: signs in with the provider's response, or shows the error and the next actions. */
export function startSsoReturn(): void {
  const root = document.querySelector<HTMLElement>('[data-sso-return]')
  if (root === null) return
  const query = location.search
  // The response is single-use: remove it from the history and the URL.
  history.replaceState(null, '', location.pathname)
  const retryButton = root.querySelector<HTMLElement>('[data-sso-again]')
  const part = (name: string) => root.querySelector<HTMLElement>(`[data-sso-at="${name}"]`)
  const ask: AskSecondStep = async (content) => (await import('./second-step.ts')).askSecondStep(root, content)
  const signIn = async () => {
    const path = await returnFromSso(query, ask)
    if (path !== undefined) location.replace(path)
  }
  retryButton?.addEventListener('click', () => void signIn())
  singleSignOnState.subscribe((now) => {
    const failed = now.at === 'failed'
    for (const [name, shown] of [
      ['returning', !failed],
      ['failed', failed],
    ] as const) {
      const place = part(name)
      if (place !== null) place.hidden = !shown
    }
    const title = document.querySelector('h1')
    if (title !== null) title.textContent = failed ? '登录未完成' : '正在登录'
    if (now.at !== 'failed') return
    const message = root.querySelector('[data-sso-words]')
    if (message !== null) message.textContent = now.message
    if (retryButton !== null) retryButton.hidden = !now.again
    part('failed')?.focus()
  })
  closingAccount.listen(({ at }) => {
    if (at === 'asking') void import('./closing-account.ts').then(({ showClosing }) => showClosing(root))
  })
  void signIn()
}
