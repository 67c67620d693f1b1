import { removeFromComparison } from '../../stores/catalogue/comparison.ts'

/** What is removed from the page of a comparison is removed from the choice of this browser too. */
for (const link of document.querySelectorAll<HTMLElement>('a[data-compare-remove]')) {
  const { compareRemove: ref = '', kind } = link.dataset
  link.addEventListener('click', () => removeFromComparison({ kind: kind === 'service' ? 'service' : 'product', ref }))
}
