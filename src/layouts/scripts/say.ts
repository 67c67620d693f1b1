/** Milliseconds a sentence of the shell stays. */
const stay = 3000
let timer: ReturnType<typeof setTimeout> | undefined

/** Says one short sentence at the top of the page; a second one takes the place of the first. */
export function say(sentence: string): void {
  const place = document.querySelector('[data-said]')
  if (place === null) return
  const line = document.createElement('p')
  line.className = 'rounded-lg border border-warn-line bg-warn-soft px-4 py-2.5 text-warn shadow-pop'
  line.textContent = sentence
  place.replaceChildren(line)
  clearTimeout(timer)
  timer = setTimeout(() => place.replaceChildren(), stay)
}
