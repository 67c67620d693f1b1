/** Joins a company by its invitation as the signed-in user, after a confirmation. */
export function bindJoinCompany(): void {
  const root = document.querySelector<HTMLElement>('[data-invitation]')
  const button = root?.querySelector<HTMLButtonElement>('[data-join]')
  const code = new URLSearchParams(location.search).get('invite')
  if (!root || !button || code === null) return
  button.disabled = false
  button.addEventListener('click', () => {
    if (button.getAttribute('aria-disabled') !== 'true') void joinCompany(root, button, code)
  })
}

async function joinCompany(root: HTMLElement, button: HTMLButtonElement, inviteCode: string): Promise<void> {
  const errorText = root.querySelector<HTMLElement>('[data-join-fault]')
  const part = (name: string) => root.querySelector<HTMLElement>(`[data-join-at="${name}"]`)
  button.setAttribute('aria-disabled', 'true')
  button.setAttribute('aria-busy', 'true')
  if (errorText !== null) errorText.textContent = ''
  const { joinForm, joinCompany } = await import('../../stores/accounts/companies/join-company.ts')
  joinForm.start({ inviteCode })
  const companyName = await joinCompany()
  button.setAttribute('aria-disabled', 'false')
  button.setAttribute('aria-busy', 'false')
  const [question, joined, name] = [part('asked'), part('joined'), root.querySelector('[data-company-name]')]
  if (companyName === undefined) {
    const now = joinForm.submitState.get()
    const refusal = now.at === 'refused' ? (now.failure?.message ?? now.fieldErrors[0]?.message) : undefined
    if (errorText !== null && refusal !== undefined) errorText.textContent = refusal
    return
  }
  if (name !== null) name.textContent = companyName
  if (question !== null) question.hidden = true
  if (joined !== null) {
    joined.hidden = false
    joined.focus()
  }
}
