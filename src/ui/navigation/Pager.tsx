import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState, type SubmitEvent, type ReactNode } from 'react'
import { Button } from '../button/Button.tsx'
import { controlBase } from '../form/control-class.ts'
import * as pager from './pager-items.ts'

type Props = {
  total: number
  pageSize: number
  current: number
  onChange: (page: number) => void
  /** The total is a lower bound: shown with a plus. */
  capped?: boolean | undefined
  /** The last page the list offers. */
  limit?: number | undefined
  /** Distinguishes two pagers of one page. */
  label?: string | undefined
}

/** Pager with a jump field, for lists in islands. Renders nothing for one page. */
export const Pager = ({ total, pageSize, current, onChange, capped, limit, label = '分页' }: Props) => {
  const [typed, setTyped] = useState('')
  const pages = pager.pageCount(total, pageSize, limit)
  if (pages < 2) return null

  const jump = (event: SubmitEvent) => {
    event.preventDefault()
    const page = pager.parseTypedPage(typed, pages)
    setTyped('')
    if (page !== null) onChange(page)
  }
  const end = (name: string, page: number, icon: ReactNode) => {
    const off = page < 1 || page > pages
    const look = off ? pager.pagerEndClass : pager.pagerOtherClass
    return (
      <button
        type="button"
        className={`${pager.pagerPageClass} ${look}`}
        aria-label={name}
        disabled={off}
        onClick={() => onChange(page)}
      >
        {icon}
      </button>
    )
  }

  return (
    <nav className={pager.pagerNavClass} aria-label={label}>
      <span className="mr-2 hidden text-ink-3 desk:inline">{pager.totalText(total, capped)}</span>
      {end('上一页', current - 1, <ChevronLeft />)}
      {pager.pagerItems(current, pages).map((item, index) =>
        item === 'gap' || item === 'phoneGap' ? (
          <span
            key={`gap${index}`}
            className={`${pager.pagerGapClass} ${item === 'gap' ? '' : 'desk:hidden'}`}
            aria-hidden
          >
            …
          </span>
        ) : (
          <button
            key={item.page}
            type="button"
            className={`${pager.pagerPageClass} ${item.page === current ? pager.pagerChosenClass : pager.pagerOtherClass} ${item.phone ? '' : 'max-desk:hidden'}`}
            aria-current={item.page === current ? 'page' : undefined}
            aria-label={`第 ${item.page} 页`}
            onClick={() => onChange(item.page)}
          >
            {item.page}
          </button>
        ),
      )}
      {end('下一页', current + 1, <ChevronRight />)}
      <form className="ml-2 hidden items-center gap-2 text-ink-2 desk:flex" onSubmit={jump}>
        <label className="flex items-center gap-2">
          跳至
          <input
            inputMode="numeric"
            maxLength={6}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            className={`${controlBase} h-9 w-14! text-center`}
          />
          页
        </label>
        <Button type="submit">确定</Button>
      </form>
    </nav>
  )
}
