import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { links } from '../../domain/links.ts'
import { projectPhaseLabels } from '../../domain/projects/government-projects.ts'
import * as store from '../../stores/projects/declarations.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { card, Shown } from '../Shown.tsx'
import { CardSkeleton } from '../TableSkeleton.tsx'
import { ProjectFacts } from './ProjectFacts.tsx'

/** One call for projects, and the way to declare for it. */
export const GovProjectDetail = ({ projectId }: { projectId: number }) => {
  const state = useStore(store.project)
  const load = () => void store.loadProject(projectId)
  useEffect(() => void store.loadProject(projectId), [projectId])
  return (
    <Shown
      state={state}
      what="申报项目"
      heading="申报项目"
      onRetry={load}
      frame={card}
      skeleton={<CardSkeleton lines={10} />}
    >
      {(project) => (
        <article className="rounded-lg border border-line bg-surface p-4 md:p-6">
          <div className="mb-4 flex flex-wrap items-start gap-3">
            <h1 className="min-w-0 flex-1 basis-80 text-2xl font-semibold">{project.title}</h1>
            <StateBadge {...projectPhaseLabels[project.phase]} form="tint" />
          </div>
          <ProjectFacts project={project} level="h2" />
          <div className="mt-6 flex flex-wrap items-center gap-3 border-t border-line pt-4">
            {project.declarationId !== null ? (
              <LinkButton kind="main" href={links.buyerDeclaration(project.declarationId)} className="max-md:h-11">
                查看我的申报
              </LinkButton>
            ) : project.phase === 'over' ? (
              <p className="text-ink-3">申报已截止</p>
            ) : (
              <LinkButton kind="main" href={links.buyerDeclare(projectId)} className="max-md:h-11">
                填写申报书
              </LinkButton>
            )}
            <LinkButton href={links.govProjects()} className="max-md:h-11">
              返回可申报项目
            </LinkButton>
            {project.phase === 'coming' && (
              <p className="text-sm text-ink-3">尚未开始申报，可以先填写并保存草稿，开始后提交。</p>
            )}
          </div>
        </article>
      )}
    </Shown>
  )
}
