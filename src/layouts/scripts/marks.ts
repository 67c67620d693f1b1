import { isMarkKey, type MarkKey } from '../../domain/catalogue/marks.ts'
import { askLogin, session } from '../../stores/accounts/session.ts'
import type { Mark } from '../../stores/shops/marks.ts'
import { repeatEarlyClicks } from './early-clicks.ts'
import { say } from './say.ts'

/** The store comes with the clients, and only when somebody needs it: visitors never do. */
const store = () => import('../../stores/shops/marks.ts')
let drawing = false

const keyOf = (element: HTMLElement, name: 'mark' | 'markCount'): MarkKey | undefined => {
  const word = element.dataset[name] ?? ''
  return isMarkKey(word) ? word : undefined
}
const buttons = () => document.querySelectorAll<HTMLElement>('button[data-mark]')

function draw(marks: Readonly<Record<MarkKey, Mark>>): void {
  for (const button of buttons()) {
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

/** Reads what of this page is the person's. */
async function read(): Promise<void> {
  const { load, marks } = await store()
  if (!drawing) marks.subscribe(draw)
  drawing = true
  await load([...buttons()].flatMap((button) => keyOf(button, 'mark') ?? []))
}

async function carryOut(key: MarkKey, on: boolean): Promise<void> {
  const { marks, wish } = await store()
  if (!drawing) marks.subscribe(draw)
  drawing = true
  const told = await wish(key, on)
  if (told !== undefined) say(told.say, told.good ? 'good' : 'warn')
}

/**
 * 收藏 and 关注 on pages that are the same for everyone: buttons with `data-mark`, numbers with `data-mark-count`.
 * Who is signed out is asked to sign in, and the wish is carried out afterwards.
 */
export function startMarks(): void {
  if (buttons().length === 0) return
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('button[data-mark]') : null
    const key = button === null ? undefined : keyOf(button, 'mark')
    if (button === null || key === undefined) return
    if (session.get().at === 'out') return askLogin(() => void carryOut(key, true))
    void carryOut(key, button.getAttribute('aria-pressed') !== 'true')
  })
  repeatEarlyClicks('[data-mark]')
  session.subscribe((now) => {
    if (now.at === 'in') void read()
    else if (drawing) void store().then(({ forget }) => forget())
  })
  // A page that the browser kept alive may show what was true before.
  addEventListener('pageshow', (event) => {
    if (event.persisted && session.get().at === 'in') void read()
  })
}
