import { endAccountView, getAccountView, leaveAccountView } from '../../stores/operations/account-view.ts'
import { buttonClass } from '../../ui/button/button-class.ts'
import { createElement } from '../shell/create-element.ts'
import { showToast } from '../shell/toast.ts'

/** Whose account this page shows, how long, and the button that ends it; on every page of an operator who views one. */
export function showViewingNotice(): void {
  const view = getAccountView()
  if (view === undefined) return
  const bar = createElement(
    'div',
    'sticky top-0 z-50 flex flex-wrap items-center justify-center gap-x-4 gap-y-1 border-b border-warn-line bg-warn-soft px-4 py-2 text-sm text-warn',
  )
  bar.setAttribute('role', 'status')
  const text = createElement('p', '', `正在以“${view.name}”的身份只读查看，不能代为操作`)
  const rest = createElement('time', 'tabular-nums')
  // Ticks each second; a screen reader hears the text once.
  rest.setAttribute('aria-hidden', 'true')
  const end = createElement('button', buttonClass({ kind: 'outline', size: 'sm' }), '退出查看')
  end.type = 'button'
  end.addEventListener('click', () => {
    end.disabled = true
    void endAccountView(view).then((failure) => {
      if (failure === undefined) return
      end.disabled = false
      showToast(failure.message)
    })
  })
  bar.append(text, rest, end)
  document.body.prepend(bar)
  const timer = setInterval(tick, 1000)
  tick()

  function tick(): void {
    const seconds = Math.max(0, Math.ceil(((view?.endsAt ?? 0) - Date.now()) / 1000))
    rest.textContent = `剩余 ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
    if (seconds > 0) return
    clearInterval(timer)
    void leaveAccountView(view?.userId ?? 0)
  }
}
