import { askLogin, session } from '../../../stores/accounts/session.ts'
import type { ClassMark } from '../../../stores/live/class.ts'
import { say } from '../../scripts/say.ts'

const refreshStubs = { $RefreshReg$: () => {}, $RefreshSig$: () => (type: unknown) => type }
const part = (name: string) => document.querySelector<HTMLElement>(`[data-class-${name}]`)
const all = (name: string) => document.querySelectorAll<HTMLElement>(`[data-class-${name}]`)
/** The store comes with the clients, and only when somebody needs it: visitors never do. */
const store = () => import('../../../stores/live/class.ts')
const isMark = (word: string | undefined): word is ClassMark => word === 'booked' || word === 'favourite'

let drawing = false
async function drawOwn(classId: number): Promise<void> {
  const { loadOwn, ownClass } = await store()
  if (!drawing) {
    drawing = true
    ownClass.subscribe((own) => {
      for (const button of all('mark')) {
        const which = button.dataset['classMark']
        button.setAttribute('aria-pressed', String(isMark(which) && own?.[which] === true))
      }
      const line = part('own')
      if (line !== null && own !== null) {
        line.hidden = own.seconds === 0 && own.points === 0
        line.textContent = `已观看 ${Math.floor(own.seconds / 60)} 分 ${own.seconds % 60} 秒，本课获得 ${own.points} 分`
      }
      const count = part('count')
      if (count !== null && own?.count !== undefined) count.textContent = String(own.count)
    })
  }
  await loadOwn(classId)
}

function startMarks(classId: number): void {
  for (const button of all('mark')) {
    const which = button.dataset['classMark']
    if (!isMark(which)) continue
    const carryOut = async (on: boolean) => {
      const { mark } = await store()
      await drawOwn(classId)
      button.setAttribute('aria-busy', 'true')
      const told = await mark(classId, which, on)
      button.setAttribute('aria-busy', 'false')
      if (told !== undefined) say(told.say, told.good ? 'good' : 'warn')
    }
    button.addEventListener('click', () => {
      if (session.get().at === 'out') askLogin(() => void carryOut(true))
      else void carryOut(button.getAttribute('aria-pressed') !== 'true')
    })
  }
  session.subscribe((now) => {
    if (now.at === 'in') void drawOwn(classId)
    else if (drawing) void store().then(({ forgetOwn }) => forgetOwn())
  })
}

let asked = false
/** The questions become live: once, when somebody plays or wants to ask. */
async function showQuestions(classId: number): Promise<void> {
  const place = part('questions')
  if (asked || place === null) return
  asked = true
  // Vite's development build of React expects these on pages that Astro has given no island.
  if (import.meta.env.DEV && !('$RefreshSig$' in globalThis)) Object.assign(globalThis, refreshStubs)
  const mount = await import('../../../islands/live/mount-questions.tsx').catch(() => undefined)
  // The line was cut: the next click tries again.
  if (mount === undefined) return void (asked = false)
  mount.mountQuestions(place, classId, place.dataset['takes'] === 'true')
}

function startPlay(page: HTMLElement, classId: number): void {
  const place = part('player')
  const button = part('play')
  const fault = part('fault')
  if (place === null || button === null) return
  const failed = (sentence: string) => {
    if (fault === null) return
    fault.hidden = false
    fault.textContent = sentence
  }
  button.addEventListener('click', () => {
    button.setAttribute('aria-busy', 'true')
    void Promise.all([import('./player.ts'), import('./progress.ts')])
      .then(([{ play }, { startProgress }]) => {
        startProgress(part('progress'))
        const { stream = '', title = '' } = page.dataset
        return play(place, { classId, stream, title }, failed)
      })
      .catch(() => {
        button.setAttribute('aria-busy', 'false')
        failed('播放器没有载入，请检查网络后重试。')
      })
    void showQuestions(classId)
  })
}

/** The page of a class: what is the person's, the player, the questions. Works without it but for these. */
export function startClass(): void {
  const page = document.querySelector<HTMLElement>('[data-live-class]')
  const classId = Number(page?.dataset['liveClass'])
  if (page === null || !(classId > 0)) return
  startMarks(classId)
  startPlay(page, classId)
  part('ask')?.addEventListener('click', () => void showQuestions(classId))
}
