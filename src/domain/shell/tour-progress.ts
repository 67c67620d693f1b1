/** Roles that the demo introduces itself to: visitors on the home page, the others on their start pages. */
export const tourRoles = ['visitor', 'buyer', 'seller', 'operator'] as const
export type TourRole = (typeof tourRoles)[number]

/** Steps of every role. */
export const tourLength = 4
const steps = Array.from({ length: tourLength }, (_, step) => step)

/** Said by screen readers of an opened step. */
export const openedLabel = '已看过'

/** Name of the cookie with the progress: the server draws the start pages as they were left. */
export const tourCookie = 'tour'

/** Opened steps of a role, by number from 0; `isClosed`: the tour is not shown again. */
export interface TourProgress {
  readonly opened: readonly number[]
  readonly isClosed: boolean
}
export type TourState = Readonly<Record<TourRole, TourProgress>>

/** Reads the cookie's value, such as `buyer-01.seller-x`; anything else is a tour not begun. */
export function readTour(value: string | undefined): TourState {
  const parts = new Map((value ?? '').split('.').map((part) => [part.split('-', 1)[0], part.split('-')[1] ?? '']))
  const progress = (role: TourRole): TourProgress => {
    const text = parts.get(role) ?? ''
    return { opened: steps.filter((step) => text.includes(String(step))), isClosed: text.includes('x') }
  }
  return {
    visitor: progress('visitor'),
    buyer: progress('buyer'),
    seller: progress('seller'),
    operator: progress('operator'),
  }
}

/** The cookie's value of a state. */
export const writeTour = (state: TourState): string =>
  tourRoles.map((role) => `${role}-${state[role].opened.join('')}${state[role].isClosed ? 'x' : ''}`).join('.')

/** The first step that was not opened; undefined when all were. */
export const nextStep = ({ opened }: TourProgress): number | undefined => steps.find((step) => !opened.includes(step))
