/** Milliseconds a toast is shown, without and with links. */
const [stay, stayWithWay] = [3000, 8000]
let timer: ReturnType<typeof setTimeout> | undefined

const tones = { warn: 'border-warn-line bg-warn-soft text-warn', good: 'border-good-line bg-good-soft text-good' }

/** Shows a toast at the top of the page, optionally with links; it replaces the previous one. */
export function showToast(text: string, tone: keyof typeof tones = 'warn', links: readonly Node[] = []): void {
  const place = document.querySelector('[data-said]')
  if (place === null) return
  const line = document.createElement('p')
  line.className = `rounded-lg border px-4 py-2.5 shadow-pop ${tones[tone]}`
  line.append(text, ...links)
  place.replaceChildren(line)
  clearTimeout(timer)
  timer = setTimeout(() => place.replaceChildren(), links.length === 0 ? stay : stayWithWay)
}
