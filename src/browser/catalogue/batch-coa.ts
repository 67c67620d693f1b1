import { promptLogin, session } from '../../stores/accounts/session.ts'

/** 检验报告: opened for people who are signed in; others sign in first. */
const note = document.querySelector<HTMLElement>('[data-batch-note]')

async function openCertificate(button: HTMLButtonElement): Promise<void> {
  if (button.disabled) return
  button.disabled = true
  const { api } = await import('../../client/browser.ts')
  const answer = await api.catalogue.batchCoa({ batchId: Number(button.dataset.batchCoa) })
  button.disabled = false
  if (answer.ok) location.assign(answer.content.url)
  else if (note !== null) note.textContent = `检验报告打开失败：${answer.failure.message}`
}

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-batch-coa]')) {
  button.addEventListener('click', () => {
    if (session.get().at === 'in') void openCertificate(button)
    else promptLogin(() => void openCertificate(button))
  })
}
