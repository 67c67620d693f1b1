/** The way into a company for somebody who is signed in: asked once more, then carried out. */
export function bindInvitation(): void {
  const root = document.querySelector<HTMLElement>('[data-invitation]')
  const button = root?.querySelector<HTMLButtonElement>('[data-join]')
  const code = new URLSearchParams(location.search).get('invite')
  if (!root || !button || code === null) return
  button.disabled = false
  button.addEventListener('click', () => {
    if (button.getAttribute('aria-disabled') !== 'true') void join(root, button, code)
  })
}

async function join(root: HTMLElement, button: HTMLButtonElement, inviteCode: string): Promise<void> {
  const fault = root.querySelector<HTMLElement>('[data-join-fault]')
  const part = (name: string) => root.querySelector<HTMLElement>(`[data-join-at="${name}"]`)
  button.setAttribute('aria-disabled', 'true')
  button.setAttribute('aria-busy', 'true')
  if (fault !== null) fault.textContent = ''
  const { form, join } = await import('../../../stores/accounts/join-company.ts')
  form.begin({ inviteCode })
  const companyName = await join()
  button.setAttribute('aria-disabled', 'false')
  button.setAttribute('aria-busy', 'false')
  const [asked, joined, name] = [part('asked'), part('joined'), root.querySelector('[data-company-name]')]
  if (companyName === undefined) {
    const now = form.sending.get()
    const refusal = now.at === 'refused' ? (now.failure?.message ?? now.faults[0]?.message) : undefined
    if (fault !== null && refusal !== undefined) fault.textContent = refusal
    return
  }
  if (name !== null) name.textContent = companyName
  if (asked !== null) asked.hidden = true
  if (joined !== null) {
    joined.hidden = false
    joined.focus()
  }
}
