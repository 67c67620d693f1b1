import { countdown, timeLeft } from '../../../domain/time.ts'

const two = (value: number) => String(value).padStart(2, '0')

/** `2 天 03 时 51 分 08 秒` */
function words(until: string, now: string): string {
  const left = countdown(until, now)
  if (left.at === 'over') return '已截止'
  const days = left.days > 0 ? `${left.days} 天 ` : ''
  return `${days}${two(left.hours)} 时 ${two(left.minutes)} 分 ${two(left.seconds)} 秒`
}

function draw(): void {
  const now = new Date().toISOString()
  for (const line of document.querySelectorAll<HTMLElement>('[data-left-until]')) {
    const until = line.dataset['leftUntil'] ?? ''
    line.textContent = timeLeft(until, now)
    const left = countdown(until, now)
    line.classList.toggle('text-warn', left.at === 'running' && left.pressing)
  }
  for (const line of document.querySelectorAll<HTMLElement>('[data-countdown-until]')) {
    line.textContent = words(line.dataset['countdownUntil'] ?? '', now)
  }
}

/** The page was drawn some minutes ago, for everyone: sets the times left right, and keeps them so. */
export function startTimeLeft(): void {
  draw()
  const seconds = document.querySelector('[data-countdown-until]') !== null
  setInterval(() => document.visibilityState === 'visible' && draw(), seconds ? 1000 : 30_000)
}
