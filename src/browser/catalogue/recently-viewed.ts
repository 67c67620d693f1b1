import { parseViewed, type ViewedListing } from '../../domain/catalogue/viewed-listings.ts'
import { links } from '../../domain/links.ts'
import { clearRecentlyViewed, recentlyViewed, addRecentlyViewed } from '../../stores/catalogue/recently-viewed.ts'
import { illustrationHref, illustrationNamed, illustrationViewBox } from '../../ui/picture/illustration-url.ts'

/** Number of listings shown. */
const maxShown = 6
const strip = document.querySelector<HTMLElement>('[data-recently-viewed]')
const list = strip?.querySelector('[data-viewed-list]')
const template = strip?.querySelector<HTMLTemplateElement>('template[data-viewed-item]')
const [here] = parseViewed(strip?.dataset['recentlyViewed'] ?? '')

/** Clones one listing from the template; its values are set as text. */
function item({ kind, id, title, price, picture, figure }: ViewedListing): Node | undefined {
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
    plate?.setAttribute('viewBox', illustrationViewBox(illustrationNamed(figure)))
    plate?.querySelector('use')?.setAttribute('href', illustrationHref(illustrationNamed(figure)))
  }
  return part
}

if (strip && list) {
  if (here !== undefined) addRecentlyViewed(here)
  strip.querySelector('[data-forget-viewed]')?.addEventListener('click', clearRecentlyViewed)
  recentlyViewed.subscribe((all) => {
    const others = all.filter(({ kind, id }) => kind !== here?.kind || id !== here.id).slice(0, maxShown)
    list.replaceChildren(...others.flatMap((viewed) => item(viewed) ?? []))
    strip.hidden = others.length === 0
  })
}
