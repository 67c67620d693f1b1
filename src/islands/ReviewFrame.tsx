import { useStore } from '@nanostores/react'
import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OpenReview, Reviewing } from '../stores/reviewing.ts'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/toast.ts'
import { card, Shown } from './Shown.tsx'
import { TableSkeleton } from './TableSkeleton.tsx'
import { Verdict } from './Verdict.tsx'

type Props<Row, Content> = {
  reviewing: Reviewing<Row, Content>
  open: OpenReview<Row>
  title: string
  /** What it is, for the sentences: 这条需求. */
  what: string
  /** Beside the title: its state, who submitted it and when. */
  meta: ReactNode
  /** What is wrong most often. */
  usual: readonly string[]
  /** Who reads the reason: 供应商. */
  reader: string
  /** What was submitted. */
  children: (content: Content) => ReactNode
}

/** One thing under review: what was submitted, and the verdict. */
export const ReviewFrame = <Row, Content>(props: Props<Row, Content>) => {
  const { reviewing, open, title, what, meta, usual, reader, children } = props
  const state = useStore(reviewing.opened)
  return (
    <div>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button size="sm" className="max-md:h-11" onClick={reviewing.close}>
          <ChevronLeft />
          返回列表
        </Button>
        <h2 className="text-xl font-semibold">{title}</h2>
        {meta}
      </div>
      <Shown
        state={state}
        what={what}
        onRetry={() => void reviewing.read(open.row)}
        skeleton={<TableSkeleton />}
        frame={card}
      >
        {(content) => (
          <div className="grid items-start gap-4 desk:grid-cols-[minmax(0,1fr)_360px] desk:gap-6">
            <section aria-label="提交的内容" className="rounded-lg border border-line bg-surface p-4 md:p-6">
              {children(content)}
            </section>
            <Verdict
              usual={usual}
              reader={reader}
              sending={open.sending}
              failure={open.failure}
              onDecide={(verdict, reason) =>
                void reviewing.decide(verdict, reason).then((done) => {
                  if (done) toast.good(`${title} ${verdict === 'pass' ? '已通过' : '已驳回'}`)
                })
              }
            />
          </div>
        )}
      </Shown>
    </div>
  )
}
