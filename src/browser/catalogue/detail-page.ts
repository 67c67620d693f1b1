import { onFirstInteraction } from '../shell/on-first-interaction.ts'

const gallery = document.querySelector('[data-gallery]')
const thumbnails = [...(gallery?.querySelectorAll<HTMLElement>('[data-gallery-pick]') ?? [])]
const views = [...(gallery?.querySelectorAll<HTMLElement>('[data-gallery-view]') ?? [])]
const position = gallery?.querySelector('[data-gallery-place]')
const zoom = document.querySelector<HTMLDialogElement>('dialog[data-zoom]')

let shownIndex = 0

/** Shows one picture and marks its thumbnail; the index wraps around. */
function showPicture(wanted: number): void {
  shownIndex = (wanted + views.length) % views.length
  for (const [other, view] of views.entries()) view.hidden = other !== shownIndex
  for (const [other, button] of thumbnails.entries()) {
    if (other === shownIndex) button.setAttribute('aria-current', 'true')
    else button.removeAttribute('aria-current')
  }
  if (position) position.textContent = String(shownIndex + 1)
  const picture = zoom?.querySelector<HTMLImageElement>('[data-zoom-picture]')
  const small = views[shownIndex]?.querySelector('img')
  if (picture && small) {
    picture.src = small.src
    picture.alt = small.alt
    picture.hidden = false
    const word = zoom?.querySelector('[data-zoom-place]')
    if (word) word.textContent = String(shownIndex + 1)
  }
}

const keySteps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

/** Gallery of a detail page: thumbnails by click and arrow keys, uploaded pictures in a zoom dialog. */
function startGallery(): void {
  for (const [index, pick] of thumbnails.entries()) {
    pick.addEventListener('click', () => showPicture(index))
    pick.addEventListener('keydown', ({ key }) => {
      if (keySteps[key] === undefined) return
      showPicture(shownIndex + keySteps[key])
      thumbnails[shownIndex]?.focus()
    })
  }
  if (zoom === null) return
  for (const view of views) {
    view.addEventListener('click', (event) => {
      // Modifier keys open the picture in a new tab.
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      showPicture(shownIndex)
      zoom.showModal()
    })
  }
  for (const button of zoom.querySelectorAll<HTMLElement>('[data-zoom-step]')) {
    button.addEventListener('click', () => showPicture(shownIndex + Number(button.dataset['zoomStep'])))
  }
  zoom.addEventListener('keydown', ({ key }) => keySteps[key] !== undefined && showPicture(shownIndex + keySteps[key]))
  zoom.addEventListener(
    'click',
    ({ target }) => target instanceof HTMLElement && !target.closest('button') && zoom.close(),
  )
}

/** Counts downloads of documents; the displayed count rises once per page view. */
function startDownloads(): void {
  for (const link of document.querySelectorAll<HTMLElement>('a[data-download]')) {
    const count = link.querySelector('[data-download-count]')
    link.addEventListener('click', async () => {
      const { reportFileDownload } = await import('../../stores/catalogue/listing-views.ts')
      reportFileDownload(link.dataset['download'] ?? '')
    })
    link.addEventListener(
      'click',
      () => {
        if (count) count.textContent = String(Number(count.textContent) + 1)
      },
      { once: true },
    )
  }
}

/** A detail page: gallery, downloads, and sticky tabs that mark the section being read. */
startGallery()
startDownloads()

const viewed = document.querySelector<HTMLElement>('[data-viewed]')?.dataset
if (viewed !== undefined) {
  // Deferred, since it loads the API client, and so that robots are not counted.
  onFirstInteraction(async () => {
    const { reportListingView } = await import('../../stores/catalogue/listing-views.ts')
    reportListingView(viewed['viewed'] === 'product' ? 'product' : 'service', Number(viewed['listingId']))
  })
}

// 询价 leads to the inquiries and opens their form at once.
for (const ask of document.querySelectorAll('[data-ask]')) {
  ask.addEventListener('click', () => document.querySelector<HTMLElement>('[data-inquiry-open]')?.click())
}

const tabs = document.querySelector<HTMLElement>('[data-detail-tabs]')
const tabTargets = [...(tabs?.querySelectorAll<HTMLAnchorElement>('a[href^="#"]') ?? [])].flatMap((link) => {
  const part = document.querySelector<HTMLElement>(`[id="${link.hash.slice(1)}"]`)
  return part === null ? [] : [{ link, part }]
})

function updateTabs(): void {
  if (tabs === null) return
  const foot = tabs.getBoundingClientRect().bottom
  tabs.toggleAttribute('data-stuck', foot - tabs.offsetHeight <= parseFloat(getComputedStyle(tabs).top) + 1)
  const read = tabTargets.findLast(({ part }) => part.getBoundingClientRect().top <= foot + 24) ?? tabTargets[0]
  for (const { link } of tabTargets) {
    if (link === read?.link) link.setAttribute('aria-current', 'true')
    else link.removeAttribute('aria-current')
  }
}

if (tabs !== null) {
  addEventListener('scroll', updateTabs, { passive: true })
  updateTabs()
}
