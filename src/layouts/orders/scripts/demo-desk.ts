import { countdown } from '../../../domain/time.ts'
import { demoPaying, payAtDemoDesk } from '../../../stores/orders/demo-pay.ts'
import { bindForm, reloadWhenBack, valueOf } from '../../accounts/scripts/form.ts'

/** Seconds that the word of success stands before the payer goes back by themselves. */
const stay = 3

const two = (value: number) => String(value).padStart(2, '0')

/** What is left, every second; when nothing is, the desk closes. */
function count(line: HTMLElement): void {
  const left = countdown(line.dataset['deskUntil'] ?? '', new Date().toISOString())
  if (left.at === 'over') return location.reload()
  const minutes = (left.days * 24 + left.hours) * 60 + left.minutes
  line.textContent = `${two(minutes)} 分 ${two(left.seconds)} 秒`
}

function goBack(link: HTMLAnchorElement): void {
  let left = stay
  const line = document.querySelector('[data-desk-back-in]')
  const tick = () => {
    if (left === 0) return location.replace(link.href)
    if (line !== null) line.textContent = `${left} 秒后自动返回`
    left -= 1
    setTimeout(tick, 1000)
  }
  tick()
}

/** Brings the demo's cash desk to life. */
export function startDemoDesk(): void {
  reloadWhenBack()
  const form = document.querySelector<HTMLFormElement>('[data-desk]')
  if (form !== null) {
    bindForm(form, demoPaying, async () => {
      if (await payAtDemoDesk(valueOf(form, 'ticket'))) location.reload()
    })
  }
  const until = document.querySelector<HTMLElement>('[data-desk-until]')
  if (until !== null) {
    count(until)
    setInterval(() => count(until), 1000)
  }
  const link = document.querySelector<HTMLAnchorElement>('[data-desk-paid]')
  if (link !== null) goBack(link)
}
