import { say } from './say.ts'

/** Menu entries that warn instead of leading somewhere, and the one that opens the park-service site. */
export function startEntries(): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-say], [data-leader]') : null
    if (link === null) return
    event.preventDefault()
    const sentence = link.dataset['say']
    if (sentence !== undefined) return say(sentence)
    openLeader(link.dataset['leader'] ?? '')
  })
}

/** The window is opened at once, or the browser takes it for an advertisement; who came is told afterwards. */
function openLeader(site: string): void {
  if (!URL.canParse(site)) return
  const opened = window.open(site, '_blank')
  if (opened === null) return say('浏览器拦截了新窗口，请允许后再试')
  // That site is told who came; this page is not its to move.
  opened.opener = null
  void Promise.all([import('./industry-leader.ts'), import('../../stores/accounts/leader-ticket.ts')]).then(
    ([{ tellWhoCame }, { leaderTicket }]) => tellWhoCame(opened, new URL(site).origin, leaderTicket),
  )
}
