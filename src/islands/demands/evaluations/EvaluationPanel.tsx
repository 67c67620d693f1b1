import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { Evaluation, EvaluatorRow } from '../../../contract/demands/evaluations.ts'
import type { DemandDetail } from '../../../contract/demands/demands.ts'
import { takesCriteria } from '../../../domain/demands/demand-states.ts'
import {
  criteriaText,
  evaluatorLabels,
  hasDeclined,
  hasSubmitted,
  scaleLabels,
} from '../../../domain/demands/evaluation.ts'
import { links } from '../../../domain/links.ts'
import * as store from '../../../stores/demands/deciding/evaluation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { ReasonDialog } from '../../form/ReasonDialog.tsx'
import { AsyncContent } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import { Ranking, ScoreDetails } from './Ranking.tsx'
import { ScoreDialog } from './ScoreDialog.tsx'
import { SetupDialog } from './SetupDialog.tsx'

const Evaluator = ({ evaluator }: { evaluator: EvaluatorRow }) => {
  const { name, status, isIn, reason } = evaluator
  // Submitted for other offers or versions than there are now.
  const shown = hasSubmitted(status) && !isIn ? evaluatorLabels.invited : evaluatorLabels[status]
  return (
    <li className="flex flex-wrap items-center gap-x-2">
      {name}
      <StateBadge {...shown} />
      {reason !== '' && <span className="text-sm text-ink-3">{reason}</span>}
    </li>
  )
}

/** What comes next, in one sentence. */
function progressText({ phase, readable, evaluators, setup, results }: Evaluation): string {
  const expected = evaluators.filter(({ status }) => !hasDeclined(status))
  const inCount = expected.filter(({ isIn }) => isIn).length
  if (phase === 'before') return '报价截止并开启后，评分人开始评分。'
  if (expected.length === 0) return '没有可评分的人，请指定评分人。'
  const counted = `${inCount} / ${expected.length} 位评分人已提交`
  if (setup?.blind === true && !readable) return `盲评：${counted}，全部提交后显示总分与名次。`
  return results.length === 0 ? `${counted}。` : `${counted}，总分满分为 100。`
}

const OwnActions = ({ evaluation, who }: { evaluation: Evaluation; who: number }) => {
  const { own, phase, offers } = evaluation
  if (own === null || hasDeclined(own.status) || phase === 'over') return null
  const isFixed = offers.length > 0 && own.fixedOfferIds.length === offers.length
  return (
    <>
      {phase === 'open' && offers.length > 0 && !isFixed && (
        <Button kind="outline" className="max-md:h-11" onClick={() => store.openScores(who)}>
          {hasSubmitted(own.status) ? '修改我的评分' : '开始评分'}
        </Button>
      )}
      {!isFixed && (
        <Button className="max-md:h-11" onClick={() => store.openEvaluationDialog.set('decline')}>
          声明回避
        </Button>
      )}
    </>
  )
}

const DeclineDialog = () => {
  const { sending, failure } = useStore(store.declining)
  const send = (reason: string) =>
    void store.declineScoring(reason).then((done) => done && toast.success('已声明回避，您的评分不计入'))
  return (
    <ReasonDialog
      open
      title="声明回避"
      text="与供应商有利益关系，不宜评分时请回避。已提交的评分会作废，同事会看到原因。"
      label="回避原因"
      confirm="声明回避"
      busy={sending}
      failure={failure}
      onCancel={store.closeEvaluationDialog}
      onConfirm={send}
    />
  )
}

type PanelProps = { evaluation: Evaluation; demand: DemandDetail; who: number }

const PanelBody = ({ evaluation, demand, who }: PanelProps) => {
  const { setup, evaluators, results } = evaluation
  const dialog = useStore(store.openEvaluationDialog)
  const mayChange = takesCriteria(demand.status)
  return (
    <div className="p-4 desk:px-6">
      {setup === null ? (
        <p className="text-ink-2">
          按标准与权重给报价打分，得出加权总分与名次，供定标参考。评分标准在报价开启前设置最为公正。
        </p>
      ) : (
        <>
          <p>
            {criteriaText(setup.criteria)}
            <span className="ml-3 text-sm text-ink-3">
              {scaleLabels[setup.scale]}
              {setup.blind ? '，盲评' : ''}
            </span>
          </p>
          <ul className="mt-2 flex flex-wrap gap-x-6 gap-y-1" aria-label="评分人">
            {evaluators.map((evaluator) => (
              <Evaluator key={evaluator.userId} evaluator={evaluator} />
            ))}
          </ul>
          <p className="mt-2 text-sm text-ink-2" role="status">
            {progressText(evaluation)}
          </p>
          {results.length > 0 && (
            <div className="mt-3">
              <Ranking evaluation={evaluation} />
              <ScoreDetails evaluation={evaluation} />
            </div>
          )}
        </>
      )}
      <div className="mt-3 flex flex-wrap gap-2 empty:hidden print:hidden">
        <OwnActions evaluation={evaluation} who={who} />
        {mayChange && (
          <Button className="max-md:h-11" onClick={() => store.openSetup(who)}>
            {setup === null ? '设置评分标准' : '修改标准与评分人'}
          </Button>
        )}
      </div>
      {dialog === 'criteria' && <SetupDialog evaluation={evaluation} />}
      {dialog === 'scores' && <ScoreDialog evaluation={evaluation} />}
      {dialog === 'decline' && <DeclineDialog />}
    </div>
  )
}

const inset = (content: ReactNode) => <div className="p-4 desk:px-6">{content}</div>

/** 评分: criteria, evaluators, own scores, and the ranking once it may be read. Only the buyer's company sees it. */
export const EvaluationPanel = ({ demand, who }: { demand: DemandDetail; who: number }) => {
  const state = useStore(store.evaluation)
  // Ended without criteria: nothing to show.
  if (state.at === 'ready' && state.content.setup === null && !takesCriteria(demand.status)) return null
  return (
    <section className="mt-8 rounded-lg border border-line bg-surface" aria-label="评分">
      <h2 className="flex flex-wrap items-baseline gap-x-3 border-b border-line px-4 py-3 text-lg font-semibold desk:px-6">
        评分
        <span className="text-sm font-normal text-ink-3">仅本企业可见</span>
        <a
          className="ml-auto text-sm font-normal text-accent hover:underline print:hidden"
          href={links.helpArticle(5107)}
        >
          如何评分定标
        </a>
      </h2>
      <AsyncContent
        state={state}
        what="评分"
        permission="my_requirement"
        onRetry={() => void store.loadEvaluation()}
        frame={inset}
        skeleton={<CardSkeleton lines={3} />}
      >
        {(content) => <PanelBody evaluation={content} demand={demand} who={who} />}
      </AsyncContent>
    </section>
  )
}
