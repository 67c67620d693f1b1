import { atFirstSign } from '../../scripts/first-sign.ts'
import { startDownloads } from './downloads.ts'
import { startGallery } from './gallery.ts'

/** A detail page: its gallery, its papers, and the tabs that know whether they stick and which part is read. */
startGallery()
startDownloads()

const viewed = document.querySelector<HTMLElement>('[data-viewed]')?.dataset
if (viewed !== undefined) {
  // The client comes along with it, and no robot counts.
  atFirstSign(async () => {
    const { tellViewed } = await import('../../../stores/catalogue/views.ts')
    tellViewed(viewed['viewed'] === 'product' ? 'product' : 'service', Number(viewed['listingId']))
  })
}

// 询价 leads to the inquiries and opens their form at once.
for (const ask of document.querySelectorAll('[data-ask]')) {
  ask.addEventListener('click', () => document.querySelector<HTMLElement>('[data-inquiry-open]')?.click())
}

const tabs = document.querySelector<HTMLElement>('[data-detail-tabs]')
const parts = [...(tabs?.querySelectorAll<HTMLAnchorElement>('a[href^="#"]') ?? [])].flatMap((link) => {
  const part = document.querySelector<HTMLElement>(`[id="${link.hash.slice(1)}"]`)
  return part === null ? [] : [{ link, part }]
})

function follow(): void {
  if (tabs === null) return
  const foot = tabs.getBoundingClientRect().bottom
  tabs.toggleAttribute('data-stuck', foot - tabs.offsetHeight <= parseFloat(getComputedStyle(tabs).top) + 1)
  const read = parts.findLast(({ part }) => part.getBoundingClientRect().top <= foot + 24) ?? parts[0]
  for (const { link } of parts) {
    if (link === read?.link) link.setAttribute('aria-current', 'true')
    else link.removeAttribute('aria-current')
  }
}

if (tabs !== null) {
  addEventListener('scroll', follow, { passive: true })
  follow()
}
