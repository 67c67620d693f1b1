/** Turns the filter sheet into a modal dialog: it traps the focus; Esc and a click on the backdrop close it. */
const findSheet = () => document.querySelector<HTMLDialogElement>('[data-filter]')

function openSheet(): void {
  const sheet = findSheet()
  if (sheet === null || sheet.open || matchMedia('(min-width: 1200px)').matches) return
  sheet.showModal()
}

/** Removes `#filter` from the URL, or navigating back would open the sheet again. */
function removeSheetFromAddress(): void {
  if (location.hash === '#filter') history.replaceState(history.state, '', location.pathname + location.search)
}

const sheet = findSheet()
if (sheet !== null) sheet.dataset['live'] = ''
// It does not bubble.
document.addEventListener('close', ({ target }) => target === findSheet() && removeSheetFromAddress(), {
  capture: true,
})
document.addEventListener('click', (event) => {
  const { target } = event
  if (!(target instanceof Element)) return
  if (target === findSheet()) findSheet()?.close()
  const isWay = target.closest('[data-open-filter], [data-close-filter]')
  if (isWay === null) return
  event.preventDefault()
  if (isWay.hasAttribute('data-open-filter')) openSheet()
  else findSheet()?.close()
})
if (location.hash === '#filter') openSheet()
