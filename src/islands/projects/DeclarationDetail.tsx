import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { links } from '../../domain/links.ts'
import {
  cancelLabel,
  ownDeclarationLabels,
  declarationTransitions,
  isDeclarationEditable,
  isDeclarationAccepted,
  isDeclarationRejected,
  isDeclarationDraft,
} from '../../domain/projects/declaration-states.ts'
import { dateTime } from '../../domain/time.ts'
import { allowedEvents } from '../../domain/transition.ts'
import * as store from '../../stores/projects/declarations.ts'
import { declarationCancellation } from '../../stores/projects/declarations.ts'
import { Button, LinkButton } from '../../ui/button/Button.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { StateBadge } from '../../ui/text/StateBadge.tsx'
import { Toaster } from '../../ui/overlay/Toaster.tsx'
import { cardFrame, AsyncContent } from '../list/AsyncContent.tsx'
import { CardSkeleton } from '../list/TableSkeleton.tsx'
import { usePermission } from '../use-permission.ts'
import { CancelDeclaration } from './CancelDeclaration.tsx'
import { DeclarationContent, DeclarationSteps } from './DeclarationContent.tsx'
import { ProjectFacts } from './ProjectFacts.tsx'

const box = 'rounded-lg border border-line bg-surface p-4 md:p-6'

/** A declaration of the own company: state, content, history. */
export const DeclarationDetail = ({ declarationId }: { declarationId: number }) => {
  const state = useStore(store.declaration)
  const mayManage = usePermission('project_manage')
  const load = () => void store.loadDeclaration(declarationId)
  useEffect(() => void store.loadDeclaration(declarationId), [declarationId])
  return (
    <>
      <AsyncContent
        state={state}
        what="项目申报"
        heading="项目申报"
        permission="declaration_query"
        onRetry={load}
        frame={cardFrame}
        skeleton={<CardSkeleton lines={10} />}
      >
        {(row) => (
          <div className="space-y-4">
            <section className={box}>
              <div className="flex flex-wrap items-start gap-3">
                <div className="min-w-0 flex-1 basis-80">
                  <h1 className="text-2xl font-semibold wrap-anywhere">{row.title || '未填写项目名称'}</h1>
                  <p className="mt-1 text-sm text-ink-3 tabular-nums">申报编号 {row.declarationNo}</p>
                </div>
                <StateBadge {...ownDeclarationLabels[row.status]} form="tint" />
              </div>
              {row.reason !== '' && !isDeclarationAccepted(row.status) && (
                <div className="mt-4">
                  <Notice
                    tone={isDeclarationRejected(row.status) ? 'bad' : 'act'}
                    title={ownDeclarationLabels[row.status].label}
                  >
                    <span className="block wrap-anywhere">{row.reason}</span>
                    {row.submitUntil !== null && `请在 ${dateTime(row.submitUntil)} 前修改并重新提交。`}
                  </Notice>
                </div>
              )}
              <div className="mt-4 flex flex-wrap gap-3 empty:hidden print:hidden">
                {mayManage && isDeclarationEditable(row.status) && (
                  <LinkButton kind="main" className="max-md:h-11" href={links.buyerEditDeclaration(declarationId)}>
                    {isDeclarationDraft(row.status) ? '继续填写' : '修改申报书'}
                  </LinkButton>
                )}
                {mayManage && allowedEvents(declarationTransitions, row.status, 'company').includes('cancel') && (
                  <Button className="max-md:h-11" onClick={() => declarationCancellation.open(row)}>
                    {cancelLabel(row.status)}申报
                  </Button>
                )}
              </div>
            </section>
            <section className={box} aria-label="申报内容">
              <h2 className="mb-4 text-lg font-semibold">申报内容</h2>
              <DeclarationContent row={row} />
            </section>
            <section className={box} aria-label="办理经过">
              <h2 className="mb-4 text-lg font-semibold">办理经过</h2>
              <DeclarationSteps history={row.history} />
            </section>
            <section className={box} aria-label="申报项目">
              <h2 className="mb-4 text-lg font-semibold">{row.project.title}</h2>
              <ProjectFacts project={row.project} />
            </section>
          </div>
        )}
      </AsyncContent>
      <CancelDeclaration onDone={(draft) => (draft ? location.assign(links.buyerDeclarations()) : load())} />
      <Toaster />
    </>
  )
}
