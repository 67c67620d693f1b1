import { readViewed, type Viewed } from '../../../domain/catalogue/viewed.ts'
import { links } from '../../../domain/links.ts'
import { forgetViewed, recentlyViewed, remember } from '../../../stores/catalogue/recently-viewed.ts'
import { figureHref, figureNamed, figureViewBox } from '../../../ui/figure-url.ts'

/** So many stand in the strip. */
const mostShown = 6
const strip = document.querySelector<HTMLElement>('[data-recently-viewed]')
const list = strip?.querySelector('[data-viewed-list]')
const template = strip?.querySelector<HTMLTemplateElement>('template[data-viewed-item]')
const [here] = readViewed(strip?.dataset['recentlyViewed'] ?? '')

/** One listing out of the template; its words are set as text. */
function item({ kind, id, title, price, picture, figure }: Viewed): Node | undefined {
  const part = template?.content.cloneNode(true)
  if (!(part instanceof DocumentFragment)) return undefined
  const link = part.querySelector('a')
  link?.setAttribute('href', kind === 'service' ? links.serviceDetail(id) : links.goodsDetail(id))
  if (link) link.textContent = title
  const line = part.querySelector('p')
  if (line) line.textContent = price
  const [image, plate] = [part.querySelector('img'), part.querySelector('svg')]
  const own = picture.startsWith('/') && !picture.startsWith('//')
  if (own && image) {
    image.src = picture
    image.hidden = false
    plate?.remove()
  } else {
    image?.remove()
    plate?.setAttribute('viewBox', figureViewBox(figureNamed(figure)))
    plate?.querySelector('use')?.setAttribute('href', figureHref(figureNamed(figure)))
  }
  return part
}

if (strip && list) {
  if (here !== undefined) remember(here)
  strip.querySelector('[data-forget-viewed]')?.addEventListener('click', forgetViewed)
  recentlyViewed.subscribe((all) => {
    const others = all.filter(({ kind, id }) => kind !== here?.kind || id !== here.id).slice(0, mostShown)
    list.replaceChildren(...others.flatMap((viewed) => item(viewed) ?? []))
    strip.hidden = others.length === 0
  })
}
