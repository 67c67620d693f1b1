/** Counts the parks that are ticked, and locks the rest when there are enough. */
export function startCompareChoice(): void {
  const boxes = [...document.querySelectorAll<HTMLInputElement>('input[data-compare]')]
  const note = document.querySelector<HTMLElement>('[data-compare-note]')
  if (boxes.length === 0 || note === null) return
  const before = note.textContent
  const most = Number(note.dataset['compareNote'])
  const count = () => {
    const ticked = boxes.filter(({ checked }) => checked).length
    for (const box of boxes) box.disabled = !box.checked && ticked >= most
    const rest = ticked >= most ? `已选 ${ticked} 个，达到上限。` : `已选 ${ticked} 个，还可选 ${most - ticked} 个。`
    note.textContent = ticked === 0 ? before : rest
  }
  for (const box of boxes) box.addEventListener('change', count)
  // The browser keeps what was ticked when one comes back.
  addEventListener('pageshow', count)
  count()
}
