import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { links } from '../../domain/links.ts'
import * as store from '../../stores/demands/demand-form.ts'
import { sourceOf } from '../../stores/demands/demand-sources.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LinkButton } from '../../ui/Button.tsx'
import { Toaster } from '../../ui/Toaster.tsx'
import { CopyDemand } from './CopyDemand.tsx'
import { DemandFields } from './DemandFields.tsx'
import { card, Shown } from '../Shown.tsx'
import { CardSkeleton } from '../TableSkeleton.tsx'

type Props = {
  /** Query of the address: what the form starts from. */
  search: string
  /** The person, whose draft it is. */
  who: number
  now: string
}

/** Demands whose writing is over. */
const fixed = ['pending_review', 'evaluating', 'awarded', 'closed', 'expired']

/** Publishing a demand, or changing one. */
export const DemandForm = ({ search, who, now }: Props) => {
  const state = useStore(store.form)
  useEffect(() => {
    void store.start(who, sourceOf(search), now)
    return store.leave
  }, [search, who, now])
  const source = sourceOf(search)
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
      <Shown
        state={state}
        what="需求"
        permission="publish_requirement"
        onRetry={() => void store.start(who, sourceOf(search), now)}
        frame={card}
        skeleton={
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 desk:grid-cols-[minmax(0,1fr)_256px]">
            <CardSkeleton lines={18} className="min-h-[900px]" />
            <CardSkeleton lines={4} className="max-desk:hidden" />
          </div>
        }
      >
        {(start) =>
          start.demand !== null && fixed.includes(start.demand.status) ? (
            card(
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
              onStartOver={() => void store.startOver(sourceOf(search), now)}
            />
          )
        }
      </Shown>
      <Toaster />
    </>
  )
}
