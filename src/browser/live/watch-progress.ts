import { promptLogin } from '../../stores/accounts/session.ts'
import { watchProgress } from '../../stores/live/watch-progress.ts'
import { createElement } from '../shell/create-element.ts'

/** Watch time and points below the player, as counted by the server. */
export function startWatchProgress(place: HTMLElement | null): void {
  if (place === null) return
  place.hidden = false
  watchProgress.subscribe((now) => {
    if (now.at === 'guest') {
      const button = createElement('button', 'ml-2 text-accent hover:underline max-md:min-h-11', '登录')
      button.type = 'button'
      button.addEventListener('click', () => promptLogin(() => {}))
      place.replaceChildren('登录后观看可得积分', button)
    } else if (now.at === 'waiting') place.textContent = '正在计时…'
    else if (now.at === 'lost') place.textContent = '网络中断，恢复后继续计时'
    else if (!now.counting) place.textContent = '您在另一个窗口观看，这里不重复计时'
    else {
      const { seconds, points, balance } = now
      place.textContent = `已观看 ${Math.floor(seconds / 60)} 分 ${seconds % 60} 秒，本课获得 ${points} 分，积分余额 ${balance}`
    }
  })
}
