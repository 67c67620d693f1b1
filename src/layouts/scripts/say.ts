/** Milliseconds a sentence of the shell stays; one with a way on takes longer to reach. */
const [stay, stayWithWay] = [3000, 8000]
let timer: ReturnType<typeof setTimeout> | undefined

const tones = { warn: 'border-warn-line bg-warn-soft text-warn', good: 'border-good-line bg-good-soft text-good' }

/** Says one short sentence at the top of the page, with ways on where they help; a second one takes the place of the first. */
export function say(sentence: string, tone: keyof typeof tones = 'warn', ways: readonly Node[] = []): void {
  const place = document.querySelector('[data-said]')
  if (place === null) return
  const line = document.createElement('p')
  line.className = `rounded-lg border px-4 py-2.5 shadow-pop ${tones[tone]}`
  line.append(sentence, ...ways)
  place.replaceChildren(line)
  clearTimeout(timer)
  timer = setTimeout(() => place.replaceChildren(), ways.length === 0 ? stay : stayWithWay)
}
