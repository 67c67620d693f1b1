import {
  nextStep,
  openedLabel,
  readTour,
  tourCookie,
  tourRoles,
  writeTour,
  type TourProgress,
  type TourRole,
  type TourState,
} from '../../domain/shell/tour-progress.ts'
import { session } from '../../stores/accounts/session.ts'

const seconds = 30 * 86_400

const readState = (): TourState =>
  readTour(
    document.cookie
      .split('; ')
      .find((part) => part.startsWith(`${tourCookie}=`))
      ?.slice(tourCookie.length + 1),
  )

/** Saves the progress of a role for the next page. */
function saveProgress(role: TourRole, change: (progress: TourProgress) => TourProgress): void {
  const state = readState()
  const next = { ...state, [role]: change(state[role]) }
  document.cookie = `${tourCookie}=${writeTour(next)}; path=/; max-age=${seconds}; samesite=lax`
}

/** Shows the visitors' tour as it was left, while nobody is signed in. */
function showToVisitors(tour: HTMLElement): void {
  const progress = readState().visitor
  if (progress.isClosed) return tour.remove()
  const next = nextStep(progress)
  for (const [step, item] of tour.querySelectorAll('li').entries()) {
    const isOpened = progress.opened.includes(step)
    item.toggleAttribute('data-opened', isOpened)
    if (isOpened) item.querySelector('svg')?.setAttribute('aria-label', openedLabel)
    item.toggleAttribute('data-next', step === next)
  }
  const count = tour.querySelector('[data-tour-count]')
  if (count !== null) count.textContent = String(progress.opened.length)
  const title = tour.querySelector('[data-tour-title]')
  if (title !== null && next === undefined) title.textContent = '导览已完成'
  session.subscribe(({ at }) => {
    tour.hidden = at === 'in'
  })
}

/** The tour of the demo: opened steps are remembered, and closing it lasts. */
export function startTour(): void {
  const tour = document.querySelector<HTMLElement>('[data-tour]')
  const role = tourRoles.find((each) => each === tour?.dataset['tour'])
  if (tour === null || role === undefined) return
  tour.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return
    const step = target.closest<HTMLElement>('[data-tour-step]')?.dataset['tourStep']
    if (step !== undefined)
      saveProgress(role, ({ opened, isClosed }) => ({ opened: [...new Set([...opened, Number(step)])], isClosed }))
    if (target.closest('[data-tour-close]') === null) return
    saveProgress(role, ({ opened }) => ({ opened, isClosed: true }))
    tour.remove()
  })
  if (role === 'visitor') showToVisitors(tour)
}
