import { useStore } from '@nanostores/react'
import { declarationLabels } from '../../domain/projects/declaration-states.ts'
import * as store from '../../stores/projects/declaration-reviews.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { Textarea } from '../../ui/Textarea.tsx'
import { toast } from '../../ui/toast.ts'
import { Shown } from '../Shown.tsx'
import { CardSkeleton } from '../TableSkeleton.tsx'
import { DeclarationContent, DeclarationSteps } from './DeclarationContent.tsx'
import { ProjectFacts } from './ProjectFacts.tsx'

const done = { take: '已开始审核', return: '已退回修改', accept: '已受理', reject: '已不予受理' } as const
const decide = (event: keyof typeof done) => void store.decide(event).then((taken) => taken && toast.good(done[event]))

const Actions = ({ sending }: { sending: boolean }) => {
  const state = useStore(store.detail)
  if (state.at !== 'ready') return <Button onClick={store.close}>关闭</Button>
  const { status, mine } = state.content
  if (status === 'submitted') {
    return (
      <>
        <Button onClick={store.close}>关闭</Button>
        <Button kind="main" busy={sending} onClick={() => decide('take')}>
          开始审核
        </Button>
      </>
    )
  }
  if (status !== 'in_review' || !mine) return <Button onClick={store.close}>关闭</Button>
  return (
    <>
      <Button kind="danger" busy={sending} onClick={() => decide('reject')}>
        不予受理
      </Button>
      <Button busy={sending} onClick={() => decide('return')}>
        退回修改
      </Button>
      <Button kind="main" busy={sending} onClick={() => decide('accept')}>
        受理
      </Button>
    </>
  )
}

/** One declaration with all that was handed in, and the decision. */
export const DeclarationReviewDialog = () => {
  const now = useStore(store.deciding)
  const state = useStore(store.detail)
  return (
    <Dialog
      open={now !== null}
      onClose={store.close}
      title="项目申报"
      width="lg"
      actions={<Actions sending={now?.sending === true} />}
    >
      {now && (
        <Shown state={state} what="项目申报" onRetry={store.retry} skeleton={<CardSkeleton lines={8} />}>
          {(row) => (
            <div className="space-y-6">
              {now.failure && <Notice tone="bad" title={now.failure.message} />}
              <p className="flex flex-wrap items-center gap-3">
                <b className="font-medium">{row.companyName}</b>
                <StateBadge {...declarationLabels[row.status]} />
                {row.reviewerName !== '' && <span className="text-sm text-ink-3">审核人 {row.reviewerName}</span>}
              </p>
              <DeclarationContent row={row} />
              {row.status === 'in_review' && row.mine && (
                <Textarea
                  label="退回或不予受理的原因"
                  rows={3}
                  maxLength={500}
                  typed={now.reason.length}
                  hint="退回与不予受理时必填，申报企业将看到"
                  error={now.fault === '' ? undefined : now.fault}
                  value={now.reason}
                  onChange={(event) => store.setReason(event.target.value)}
                />
              )}
              <section>
                <h3 className="mb-3 font-semibold">办理经过</h3>
                <DeclarationSteps history={row.history} />
              </section>
              <section className="border-t border-line pt-5">
                <h3 className="mb-3 font-semibold">{row.project.title}</h3>
                <ProjectFacts project={row.project} />
              </section>
            </div>
          )}
        </Shown>
      )}
    </Dialog>
  )
}
