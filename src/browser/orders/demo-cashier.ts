import { countdown } from '../../domain/time.ts'
import { demoPayState, payAtDemoCashier } from '../../stores/orders/pay/demo-pay.ts'
import { bindForm, reloadOnHistoryReturn, fieldValue } from '../shell/form.ts'

/** Seconds before a successful payment returns to the order. */
const returnSeconds = 3

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** Shows the remaining time; reloads when it is over. */
function showTimeLeft(line: HTMLElement): void {
  const left = countdown(line.dataset['cashierUntil'] ?? '', new Date().toISOString())
  if (left.at === 'over') return location.reload()
  const minutes = (left.days * 24 + left.hours) * 60 + left.minutes
  line.textContent = `${twoDigits(minutes)} 分 ${twoDigits(left.seconds)} 秒`
}

function returnToShop(link: HTMLAnchorElement): void {
  let left = returnSeconds
  const line = document.querySelector('[data-cashier-back-in]')
  const tick = () => {
    if (left === 0) return location.replace(link.href)
    if (line !== null) line.textContent = `${left} 秒后自动返回`
    left -= 1
    setTimeout(tick, 1000)
  }
  tick()
}

/** Binds the demo cashier. */
export function startDemoCashier(): void {
  reloadOnHistoryReturn()
  const form = document.querySelector<HTMLFormElement>('[data-cashier]')
  if (form !== null) {
    bindForm(form, demoPayState, async () => {
      if (await payAtDemoCashier(fieldValue(form, 'ticket'))) location.reload()
    })
  }
  const until = document.querySelector<HTMLElement>('[data-cashier-until]')
  if (until !== null) {
    showTimeLeft(until)
    setInterval(() => showTimeLeft(until), 1000)
  }
  const link = document.querySelector<HTMLAnchorElement>('[data-cashier-paid]')
  if (link !== null) returnToShop(link)
}
