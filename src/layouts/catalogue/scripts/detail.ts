/** A detail page's gallery, and the tabs that know whether they stick and which part is read. */
const gallery = document.querySelector('[data-gallery]')
const picks = [...(gallery?.querySelectorAll<HTMLElement>('[data-gallery-pick]') ?? [])]
const views = [...(gallery?.querySelectorAll<HTMLElement>('[data-gallery-view]') ?? [])]
const place = gallery?.querySelector('[data-gallery-place]')

for (const [index, pick] of picks.entries()) {
  pick.addEventListener('click', () => {
    for (const [other, view] of views.entries()) view.hidden = other !== index
    for (const [other, button] of picks.entries()) {
      if (other === index) button.setAttribute('aria-current', 'true')
      else button.removeAttribute('aria-current')
    }
    if (place) place.textContent = String(index + 1)
  })
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
