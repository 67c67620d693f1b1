/** Counts the selected parks; disables the others at the maximum. */
export function startCompareChoice(): void {
  const boxes = [...document.querySelectorAll<HTMLInputElement>('input[data-compare]')]
  const note = document.querySelector<HTMLElement>('[data-compare-note]')
  if (boxes.length === 0 || note === null) return
  const before = note.textContent
  const maxCount = Number(note.dataset['compareNote'])
  const update = () => {
    const ticked = boxes.filter(({ checked }) => checked).length
    for (const box of boxes) box.disabled = !box.checked && ticked >= maxCount
    const rest =
      ticked >= maxCount ? `已选 ${ticked} 个，达到上限。` : `已选 ${ticked} 个，还可选 ${maxCount - ticked} 个。`
    note.textContent = ticked === 0 ? before : rest
  }
  for (const box of boxes) box.addEventListener('change', update)
  // The browser restores checkboxes on return.
  addEventListener('pageshow', update)
  update()
}
