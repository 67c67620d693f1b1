import { maxCompared, type ComparedListing } from '../../domain/catalogue/compare-listings.ts'
import type { ListingKind } from '../../domain/catalogue/listing.ts'
import { links } from '../../domain/links.ts'
import {
  addToComparison,
  clearComparison,
  comparison,
  removeFromComparison,
} from '../../stores/catalogue/comparison.ts'
import { renderedUrl } from '../../stores/rendered-url.ts'

/** The bar at the foot of a list, which is outside of what its island renders. */
const bar = document.querySelector<HTMLElement>('[data-compare-bar]')
const kind: ListingKind = bar?.dataset['compareBar'] === 'service' ? 'service' : 'product'

const boxes = () => document.querySelectorAll<HTMLInputElement>('input[data-compare]')

/** One chosen listing, cloned from the template; its title is set as text. */
function barItem({ ref, title }: ComparedListing): Node | undefined {
  const template = bar?.querySelector<HTMLTemplateElement>('template')
  const part = template?.content.cloneNode(true)
  if (!(part instanceof DocumentFragment)) return undefined
  const name = part.querySelector('span')
  if (name) name.textContent = title
  const button = part.querySelector('button')
  button?.setAttribute('aria-label', `移出对比：${title}`)
  button?.setAttribute('data-compare-remove', ref)
  return part
}

function renderComparison(): void {
  if (bar === null) return
  const chosen = comparison.get().filter((listing) => listing.kind === kind)
  const refs = new Set(chosen.map(({ ref }) => ref))
  for (const box of boxes()) {
    box.checked = refs.has(box.dataset['compare'] ?? '')
    box.disabled = !box.checked && chosen.length >= maxCompared
  }
  bar.hidden = chosen.length === 0
  // Leaves room for the bar below the last line of the page.
  document.body.classList.toggle('has-compare-bar', chosen.length > 0)
  bar.querySelector('[data-compare-list]')?.replaceChildren(...chosen.flatMap((listing) => barItem(listing) ?? []))
  const note = bar.querySelector('[data-compare-note]')
  if (note) {
    note.textContent =
      chosen.length >= maxCompared
        ? `已选 ${chosen.length} 项，达到上限`
        : `已选 ${chosen.length} 项，还可选 ${maxCompared - chosen.length} 项`
  }
  const ids = chosen.map(({ ref }) => ref).join(',')
  const open = bar.querySelector('[data-compare-open]')
  open?.setAttribute('href', links.compare({ kind: kind === 'service' ? 'service' : 'goods', ids }))
}

if (bar !== null) {
  // What was ticked before this script arrived counts.
  for (const box of boxes()) {
    if (box.checked) addToComparison({ kind, ref: box.dataset['compare'] ?? '', title: box.dataset['title'] ?? '' })
  }
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return
    const { compare: ref, title = '' } = target.dataset
    if (ref === undefined) return
    if (target.checked) addToComparison({ kind, ref, title })
    else removeFromComparison({ kind, ref })
  })
  bar.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null
    if (button === null) return
    const ref = button.getAttribute('data-compare-remove')
    if (ref !== null) removeFromComparison({ kind, ref })
    else if (button.hasAttribute('data-compare-clear')) clearComparison(kind)
  })
  comparison.subscribe(renderComparison)
  // The island has rendered another list.
  renderedUrl.listen(renderComparison)
  // The browser restores check boxes on return.
  addEventListener('pageshow', renderComparison)
}
