import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { tabClass, tabCountClass, tabListClass, type Tab } from './tabs-class.ts'

type Props = {
  /** What the tabs choose, for screen readers: 订单状态. */
  label: string
  tabs: readonly Tab[]
  current: string
  onChange: (key: string) => void
  /** The part that belongs to the current tab. */
  children: ReactNode
}

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }

/** Tabs over one panel. Arrow keys, Home and End move and choose. */
export const Tabs = ({ label, tabs, current, onChange, children }: Props) => {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  // A chosen tab behind the edge of a phone comes into sight; the page itself does not move.
  useEffect(() => {
    const chosen = document.getElementById(`${id}${current}`)
    if (!list.current || !chosen) return
    const beyond = chosen.offsetLeft - list.current.offsetLeft + chosen.offsetWidth - list.current.clientWidth
    if (beyond > list.current.scrollLeft) list.current.scrollLeft = beyond + 24
  }, [id, current])
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = tabs.findIndex((tab) => tab.key === current)
    const step = steps[event.key]
    const to =
      event.key === 'Home' ? 0 : event.key === 'End' ? tabs.length - 1 : step && (at + step + tabs.length) % tabs.length
    const next = to === undefined ? undefined : tabs[to]
    if (!next) return
    event.preventDefault()
    onChange(next.key)
    document.getElementById(`${id}${next.key}`)?.focus()
  }
  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className={tabListClass} onKeyDown={move}>
        {tabs.map(({ key, label: word, count }) => (
          <button
            key={key}
            id={`${id}${key}`}
            type="button"
            role="tab"
            aria-selected={key === current}
            aria-controls={`${id}panel`}
            tabIndex={key === current ? 0 : -1}
            className={tabClass(key === current)}
            onClick={() => onChange(key)}
          >
            {word}
            {count !== undefined && <span className={tabCountClass(key === current)}>{count}</span>}
          </button>
        ))}
      </div>
      <div id={`${id}panel`} role="tabpanel" aria-labelledby={`${id}${current}`} tabIndex={0}>
        {children}
      </div>
    </>
  )
}
