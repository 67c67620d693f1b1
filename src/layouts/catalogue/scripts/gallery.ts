const gallery = document.querySelector('[data-gallery]')
const picks = [...(gallery?.querySelectorAll<HTMLElement>('[data-gallery-pick]') ?? [])]
const views = [...(gallery?.querySelectorAll<HTMLElement>('[data-gallery-view]') ?? [])]
const place = gallery?.querySelector('[data-gallery-place]')
const zoom = document.querySelector<HTMLDialogElement>('dialog[data-zoom]')

let shown = 0

/** Shows one of the pictures, large and among the small ones; beyond the last comes the first. */
function show(wanted: number): void {
  shown = (wanted + views.length) % views.length
  for (const [other, view] of views.entries()) view.hidden = other !== shown
  for (const [other, button] of picks.entries()) {
    if (other === shown) button.setAttribute('aria-current', 'true')
    else button.removeAttribute('aria-current')
  }
  if (place) place.textContent = String(shown + 1)
  const picture = zoom?.querySelector<HTMLImageElement>('[data-zoom-picture]')
  const small = views[shown]?.querySelector('img')
  if (picture && small) {
    picture.src = small.src
    picture.alt = small.alt
    picture.hidden = false
    const word = zoom?.querySelector('[data-zoom-place]')
    if (word) word.textContent = String(shown + 1)
  }
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

/** The pictures of a detail page: small ones by click and arrow keys, own ones in a window of their own. */
export function startGallery(): void {
  for (const [index, pick] of picks.entries()) {
    pick.addEventListener('click', () => show(index))
    pick.addEventListener('keydown', ({ key }) => {
      if (steps[key] === undefined) return
      show(shown + steps[key])
      picks[shown]?.focus()
    })
  }
  if (zoom === null) return
  for (const view of views) {
    view.addEventListener('click', (event) => {
      // Somebody who wants it in a tab of its own gets it there.
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      show(shown)
      zoom.showModal()
    })
  }
  for (const button of zoom.querySelectorAll<HTMLElement>('[data-zoom-step]')) {
    button.addEventListener('click', () => show(shown + Number(button.dataset['zoomStep'])))
  }
  zoom.addEventListener('keydown', ({ key }) => steps[key] !== undefined && show(shown + steps[key]))
  zoom.addEventListener(
    'click',
    ({ target }) => target instanceof HTMLElement && !target.closest('button') && zoom.close(),
  )
}
