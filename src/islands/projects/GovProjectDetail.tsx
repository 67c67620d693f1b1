import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { links } from '../../domain/links.ts'
import { projectPhaseLabels } from '../../domain/projects/government-projects.ts'
import * as store from '../../stores/projects/declarations.ts'
import { LinkButton } from '../../ui/button/Button.tsx'
import { StateBadge } from '../../ui/text/StateBadge.tsx'
import { PermissionMissing } from '../form/PermissionMissing.tsx'
import { cardFrame, AsyncContent } from '../list/AsyncContent.tsx'
import { CardSkeleton } from '../list/TableSkeleton.tsx'
import { usePermission } from '../use-permission.ts'
import { ProjectFacts } from './ProjectFacts.tsx'

/** A project with a link to its declaration form. */
export const GovProjectDetail = ({ projectId }: { projectId: number }) => {
  const state = useStore(store.govProject)
  const mayDeclare = usePermission('project_manage')
  const load = () => void store.loadGovProject(projectId)
  useEffect(() => void store.loadGovProject(projectId), [projectId])
  return (
    <AsyncContent
      state={state}
      what="申报项目"
      heading="申报项目"
      onRetry={load}
      frame={cardFrame}
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
            ) : !mayDeclare ? (
              <PermissionMissing right="project_manage" what="填写申报书" />
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
    </AsyncContent>
  )
}
