import { prepareForReact } from '../shell/prepare-for-react.ts'

/**
 * The form of the structure search is loaded when somebody touches it, or at once with goods to begin with. What was
 * typed or pressed before stays.
 */
const place = document.querySelector<HTMLElement>('[data-structure-search]')
let state: 'waiting' | 'loading' | 'ready' = 'waiting'
/** Place of the control that was pressed while the form was loading. */
let pressed = -1
/** Whether a pointer is down on the form. */
let isDown = false

const controls = () => [...(place?.querySelectorAll<HTMLElement>('button, input') ?? [])]

async function mount(): Promise<void> {
  if (place === null || state !== 'waiting') return
  state = 'loading'
  prepareForReact()
  try {
    const [{ mountStructureSearch }, store] = await Promise.all([
      import('../../islands/catalogue/structures/mount-structure-search.tsx'),
      import('../../stores/catalogue/structure-search.ts'),
    ])
    await untilReleased()
    const typed = place.querySelector('textarea')?.value ?? ''
    if (typed !== '') store.setStructureText(typed)
    mountStructureSearch(place)
    state = 'ready'
    controls()[pressed]?.click()
    const { productNo = '' } = place.dataset
    if (productNo !== '' && typed === '') await store.openSimilarStructures(productNo)
  } catch {
    state = 'waiting'
  }
}

/** A click belongs to the control that the pointer went down on: the form is not replaced in between. */
const untilReleased = (): Promise<void> =>
  new Promise((resolve) => {
    if (!isDown) return resolve()
    // The click follows the release.
    for (const event of ['pointerup', 'pointercancel'])
      addEventListener(event, () => setTimeout(resolve), { once: true })
  })

place?.addEventListener('pointerdown', () => (isDown = true))
for (const event of ['pointerup', 'pointercancel']) addEventListener(event, () => (isDown = false))
for (const event of ['pointerdown', 'focusin', 'keydown']) place?.addEventListener(event, () => void mount())
place?.addEventListener('click', ({ target }) => {
  const control = target instanceof Element ? target.closest<HTMLElement>('button, input') : null
  if (state !== 'ready' && control !== null) pressed = controls().indexOf(control)
})
// A native submit would only load the page again.
place?.addEventListener('submit', (event) => event.preventDefault())
if (place?.dataset.productNo !== undefined) void mount()
