import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { tabClass, tabCountClass, tabListClass, type Tab } from './tabs-class.ts'

type Props = {
  /** Label for screen readers: 订单状态. */
  label: string
  tabs: readonly Tab[]
  current: string
  onChange: (key: string) => void
  /** Content of the current tab. */
  children: ReactNode
}

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }

/** Tabs with one panel. Arrow keys, Home and End move and select. */
export const Tabs = ({ label, tabs, current, onChange, children }: Props) => {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  // Scrolls a selected tab into view on phones without moving the page.
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
        {tabs.map(({ key, label, count }) => (
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
            {label}
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
