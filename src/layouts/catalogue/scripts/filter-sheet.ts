/** Turns the filter sheet into a modal dialog: focus stays in it, Esc and the ground close it. */
const sheet = document.querySelector<HTMLDialogElement>('[data-filter]')

function openSheet(): void {
  if (sheet === null || sheet.open || matchMedia('(min-width: 1200px)').matches) return
  sheet.showModal()
}

/** The address forgets the sheet, or going back would open it again. */
function forgetSheet(): void {
  if (location.hash === '#filter') history.replaceState(null, '', location.pathname + location.search)
}

if (sheet !== null) {
  sheet.dataset['live'] = ''
  sheet.addEventListener('close', forgetSheet)
  sheet.addEventListener('click', (event) => {
    if (event.target === sheet) sheet.close()
    if (event.target instanceof Element && event.target.closest('[data-close-filter]') !== null) {
      event.preventDefault()
      sheet.close()
    }
  })
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element) || event.target.closest('[data-open-filter]') === null) return
    event.preventDefault()
    openSheet()
  })
  if (location.hash === '#filter') openSheet()
}
