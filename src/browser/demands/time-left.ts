import { renderedUrl } from '../../stores/rendered-url.ts'
import { countdown, timeLeft } from '../../domain/time.ts'

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** `2 天 03 时 51 分 08 秒` */
function countdownText(until: string, now: string): string {
  const left = countdown(until, now)
  if (left.at === 'over') return '已截止'
  const days = left.days > 0 ? `${left.days} 天 ` : ''
  return `${days}${twoDigits(left.hours)} 时 ${twoDigits(left.minutes)} 分 ${twoDigits(left.seconds)} 秒`
}

function render(): void {
  const now = new Date().toISOString()
  for (const line of document.querySelectorAll<HTMLElement>('[data-left-until]')) {
    const until = line.dataset['leftUntil'] ?? ''
    line.textContent = timeLeft(until, now)
    const left = countdown(until, now)
    line.classList.toggle('text-warn', left.at === 'running' && left.pressing)
  }
  for (const line of document.querySelectorAll<HTMLElement>('[data-countdown-until]')) {
    line.textContent = countdownText(line.dataset['countdownUntil'] ?? '', now)
  }
}

/** Updates the remaining times of a cached page, and keeps them current. */
export function startTimeLeft(): void {
  render()
  renderedUrl.listen(render)
  const seconds = document.querySelector('[data-countdown-until]') !== null
  setInterval(() => document.visibilityState === 'visible' && render(), seconds ? 1000 : 30_000)
}
