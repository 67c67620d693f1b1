import { ChevronLeft, PanelRightClose, PanelRightOpen } from 'lucide-react'
import { useState } from 'react'
import { leave } from '../../../stores/chat/desk.ts'
import { Talk } from '../Talk.tsx'
import { CannedAnswers } from './CannedAnswers.tsx'
import { VisitSide } from './VisitSide.tsx'

const bar = 'flex min-h-11 items-center gap-1 px-3 text-sm'

/** The talk with a visitor and what belongs to it; where there is no room for both, one above the other. */
export function Chosen() {
  const [side, setSide] = useState(false)
  const Icon = side ? PanelRightClose : PanelRightOpen
  return (
    <div className="flex min-w-0 flex-1 flex-col desk:flex-row">
      <div className="flex shrink-0 items-center justify-between border-b border-line desk:hidden">
        <button type="button" className={`${bar} text-ink-2`} onClick={leave}>
          <ChevronLeft className="size-5" />
          访客列表
        </button>
        <button type="button" className={`${bar} text-accent`} aria-expanded={side} onClick={() => setSide(!side)}>
          <Icon className="size-5" />
          接待与常用答复
        </button>
      </div>
      <div className={`min-h-0 min-w-0 flex-1 ${side ? 'hidden desk:flex' : 'flex'}`}>
        <Talk form="minimal" hiddenOnPhone={false} />
      </div>
      <aside
        aria-label="接待"
        className={`min-h-0 w-full shrink-0 space-y-6 overflow-y-auto p-4 max-desk:flex-1 desk:block desk:w-[300px] desk:border-l desk:border-line ${side ? '' : 'hidden'}`}
      >
        <VisitSide />
        <CannedAnswers onUsed={() => setSide(false)} />
      </aside>
    </div>
  )
}
