import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { links } from '../../../domain/links.ts'
import * as store from '../../../stores/demands/demand-form/demand-form.ts'
import { parseDemandSource } from '../../../stores/demands/demand-form/demand-sources.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { LinkButton } from '../../../ui/button/Button.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { CopyDemand } from './CopyDemand.tsx'
import { DemandFields } from './DemandFields.tsx'
import { cardFrame, AsyncContent } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'

type Props = {
  /** Query of the address: the source of the initial values. */
  search: string
  /** The person the draft belongs to. */
  who: number
  now: string
}

/** States in which a demand cannot be edited. */
const fixed = ['pending_review', 'evaluating', 'awarded', 'closed', 'expired']

/** Form to publish or change a demand. */
export const DemandForm = ({ search, who, now }: Props) => {
  const state = useStore(store.demandStart)
  useEffect(() => {
    void store.startDemandForm(who, parseDemandSource(search), now)
    return store.closeDemandForm
  }, [search, who, now])
  const source = parseDemandSource(search)
  return (
    <>
      {source.is !== 'demand' && (
        <div className="mb-4 flex flex-wrap gap-3">
          <LinkButton size="sm" href={links.demandTemplates()}>
            从需求模板开始
          </LinkButton>
          <CopyDemand choosing={new URLSearchParams(search).get('copy') === 'choose'} />
        </div>
      )}
      <AsyncContent
        state={state}
        what="需求"
        permission="publish_requirement"
        onRetry={() => void store.startDemandForm(who, parseDemandSource(search), now)}
        frame={cardFrame}
        skeleton={
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 desk:grid-cols-[minmax(0,1fr)_256px]">
            <CardSkeleton lines={18} className="min-h-[900px]" />
            <CardSkeleton lines={4} className="max-desk:hidden" />
          </div>
        }
      >
        {(start) =>
          start.demand !== null && fixed.includes(start.demand.status) ? (
            cardFrame(
              <EmptyState
                drawing="locked"
                title="这条需求现在不能修改"
                text="草稿、未通过和报价中的需求可以修改；已关闭的可先重新开放。"
              >
                <LinkButton kind="main" href={links.buyerDemand(start.demand.demandId)}>
                  查看需求
                </LinkButton>
              </EmptyState>,
            )
          ) : (
            <DemandFields
              key={start.demand?.demandId ?? 'new'}
              start={start}
              now={now}
              onStartOver={() => void store.restartDemandForm(parseDemandSource(search), now)}
            />
          )
        }
      </AsyncContent>
      <Toaster />
    </>
  )
}
