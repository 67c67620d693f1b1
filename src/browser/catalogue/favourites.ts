import { isFavouriteKey, type FavouriteKey } from '../../domain/catalogue/favourites.ts'
import { renderedUrl } from '../../stores/rendered-url.ts'
import { promptLogin, session } from '../../stores/accounts/session.ts'
import type { OwnMark } from '../../stores/shops/own-marks.ts'
import { repeatEarlyClicks } from '../shell/early-clicks.ts'
import { showToast } from '../shell/toast.ts'

/** Loaded on demand, since it brings the API client; signed-out visitors never need it. */
const favouritesStore = () => import('../../stores/shops/own-marks.ts')
let isSubscribed = false

const keyOf = (element: HTMLElement, name: 'mark' | 'markCount'): FavouriteKey | undefined => {
  const key = element.dataset[name] ?? ''
  return isFavouriteKey(key) ? key : undefined
}
const favouriteButtons = () => document.querySelectorAll<HTMLElement>('button[data-mark]')

function render(marks: Readonly<Record<FavouriteKey, OwnMark>>): void {
  for (const button of favouriteButtons()) {
    const key = keyOf(button, 'mark')
    const mark = key && marks[key]
    button.setAttribute('aria-pressed', String(mark?.on ?? false))
    button.setAttribute('aria-busy', String(mark?.sending ?? false))
  }
  for (const place of document.querySelectorAll<HTMLElement>('[data-mark-count]')) {
    const key = keyOf(place, 'markCount')
    const count = key && marks[key]?.count
    if (count !== undefined) place.textContent = String(count)
  }
}

/** Loads which items of this page the user has as favourites. */
async function loadFavourites(): Promise<void> {
  const { loadOwnMarks, ownMarks } = await favouritesStore()
  if (!isSubscribed) ownMarks.subscribe(render)
  isSubscribed = true
  await loadOwnMarks([...favouriteButtons()].flatMap((button) => keyOf(button, 'mark') ?? []))
}

async function setFavourite(key: FavouriteKey, on: boolean): Promise<void> {
  const { ownMarks, toggleMark } = await favouritesStore()
  if (!isSubscribed) ownMarks.subscribe(render)
  isSubscribed = true
  const result = await toggleMark(key, on)
  if (result !== undefined) showToast(result.message, result.isDone ? 'good' : 'warn')
}

/**
 * 收藏 and 关注 on pages that are the same for everyone: buttons with `data-mark`, counts with `data-mark-count`.
 * Signed-out users are asked to sign in; the action runs afterwards.
 */
export function startFavourites(): void {
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('button[data-mark]') : null
    const key = button === null ? undefined : keyOf(button, 'mark')
    if (button === null || key === undefined) return
    if (session.get().at === 'out') return promptLogin(() => void setFavourite(key, true))
    void setFavourite(key, button.getAttribute('aria-pressed') !== 'true')
  })
  repeatEarlyClicks('[data-mark]')
  session.subscribe((now) => {
    if (now.at === 'in') void loadFavourites()
    else if (isSubscribed) void favouritesStore().then(({ clearOwnMarks }) => clearOwnMarks())
  })
  // A page restored from the back/forward cache may be stale.
  addEventListener('pageshow', (event) => {
    if (event.persisted && session.get().at === 'in') void loadFavourites()
  })
  renderedUrl.listen(() => session.get().at === 'in' && void loadFavourites())
}
