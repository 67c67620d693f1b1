import type { AskSecondStep } from '../../../stores/accounts/line-parts.ts'
import { leaveForSso, returnFromSso, singleSignOn } from '../../../stores/accounts/single-sign-on.ts'

/** The button that leads to the single sign-on, where this installation has one. */
export function bindSso(redirect: string): void {
  const button = document.querySelector<HTMLButtonElement>('[data-sso]')
  const fault = document.querySelector<HTMLElement>('[data-sso-fault]')
  if (button === null || fault === null) return
  button.disabled = false
  button.addEventListener('click', () => void leaveForSso(redirect))
  singleSignOn.subscribe((now) => {
    button.setAttribute('aria-disabled', String(now.at === 'leaving'))
    button.setAttribute('aria-busy', String(now.at === 'leaving'))
    fault.textContent = now.at === 'failed' ? now.message : ''
  })
}

/** Coming back from the single sign-on: signs in with what the other side gave, or says why not and how to go on. */
export function startSsoReturn(): void {
  const root = document.querySelector<HTMLElement>('[data-sso-return]')
  if (root === null) return
  const query = location.search
  // What the other side gave is good once: it has no business in the history or in a copied address.
  history.replaceState(null, '', location.pathname)
  const again = root.querySelector<HTMLElement>('[data-sso-again]')
  const part = (name: string) => root.querySelector<HTMLElement>(`[data-sso-at="${name}"]`)
  const ask: AskSecondStep = async (content) => (await import('./second-step.ts')).askSecondStep(root, content)
  const enter = async () => {
    const path = await returnFromSso(query, ask)
    if (path !== undefined) location.replace(path)
  }
  again?.addEventListener('click', () => void enter())
  singleSignOn.subscribe((now) => {
    const failed = now.at === 'failed'
    for (const [name, shown] of [
      ['returning', !failed],
      ['failed', failed],
    ] as const) {
      const place = part(name)
      if (place !== null) place.hidden = !shown
    }
    const title = document.querySelector('h1')
    if (title !== null) title.textContent = failed ? '登录没有完成' : '正在登录'
    if (now.at !== 'failed') return
    const words = root.querySelector('[data-sso-words]')
    if (words !== null) words.textContent = now.message
    if (again !== null) again.hidden = !now.again
    part('failed')?.focus()
  })
  void enter()
}
