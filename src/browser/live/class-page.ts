import { promptLogin, session } from '../../stores/accounts/session.ts'
import type { ClassMark } from '../../stores/live/own-class.ts'
import { showToast } from '../shell/toast.ts'
import { prepareForReact } from '../shell/prepare-for-react.ts'

const part = (name: string) => document.querySelector<HTMLElement>(`[data-class-${name}]`)
const all = (name: string) => document.querySelectorAll<HTMLElement>(`[data-class-${name}]`)
/** Loaded on demand, since it brings the API client; signed-out visitors never need it. */
const classStore = () => import('../../stores/live/own-class.ts')
const isClassMark = (word: string | undefined): word is ClassMark => word === 'booked' || word === 'favourite'

let isSubscribed = false
async function renderOwnState(classId: number): Promise<void> {
  const { loadOwnClass, ownClass } = await classStore()
  if (!isSubscribed) {
    isSubscribed = true
    ownClass.subscribe((own) => {
      for (const button of all('mark')) {
        const which = button.dataset['classMark']
        button.setAttribute('aria-pressed', String(isClassMark(which) && own?.[which] === true))
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
  await loadOwnClass(classId)
}

function startClassButtons(classId: number): void {
  for (const button of all('mark')) {
    const which = button.dataset['classMark']
    if (!isClassMark(which)) continue
    const applyMark = async (on: boolean) => {
      const { markClass } = await classStore()
      await renderOwnState(classId)
      button.setAttribute('aria-busy', 'true')
      const result = await markClass(classId, which, on)
      button.setAttribute('aria-busy', 'false')
      if (result !== undefined) showToast(result.say, result.good ? 'good' : 'warn')
    }
    button.addEventListener('click', () => {
      if (session.get().at === 'out') promptLogin(() => void applyMark(true))
      else void applyMark(button.getAttribute('aria-pressed') !== 'true')
    })
  }
  session.subscribe((now) => {
    if (now.at === 'in') void renderOwnState(classId)
    else if (isSubscribed) void classStore().then(({ clearOwnClass }) => clearOwnClass())
  })
}

let areQuestionsShown = false
/** Mounts the questions island once, on playing or asking. */
async function showQuestions(classId: number): Promise<void> {
  const place = part('questions')
  if (areQuestionsShown || place === null) return
  areQuestionsShown = true
  prepareForReact()
  const mount = await import('../../islands/live/mount-questions.tsx').catch(() => undefined)
  // Loading failed: the next click retries.
  if (mount === undefined) return void (areQuestionsShown = false)
  mount.mountQuestions(place, classId, place.dataset['takes'] === 'true')
}

function startPlayer(page: HTMLElement, classId: number): void {
  const place = part('player')
  const button = part('play')
  const errorText = part('fault')
  if (place === null || button === null) return
  const showError = (sentence: string) => {
    if (errorText === null) return
    errorText.hidden = false
    errorText.textContent = sentence
  }
  button.addEventListener('click', () => {
    button.setAttribute('aria-busy', 'true')
    void import('./player.ts')
      .then(({ playStream, startWatchProgress }) => {
        startWatchProgress(part('progress'))
        const { stream = '', title = '' } = page.dataset
        return playStream(place, { classId, stream, title }, showError)
      })
      .catch(() => {
        button.setAttribute('aria-busy', 'false')
        showError('播放器加载失败，请检查网络后重试。')
      })
    void showQuestions(classId)
  })
}

/** Page of a live class: the user's own state, the player, the questions. */
export function startClassPage(): void {
  const page = document.querySelector<HTMLElement>('[data-live-class]')
  const classId = Number(page?.dataset['liveClass'])
  if (page === null || !(classId > 0)) return
  startClassButtons(classId)
  startPlayer(page, classId)
  part('ask')?.addEventListener('click', () => void showQuestions(classId))
}
