import type { GovProjectRow } from '../../contract/projects/declarations.ts'
import { links } from '../../domain/links.ts'
import { bigMoney } from '../../domain/money.ts'
import {
  projectFieldLabels,
  projectLevelLabels,
  projectPhaseLabels,
} from '../../domain/projects/government-projects.ts'
import { dateTime } from '../../domain/time.ts'
import { govProjects } from '../../stores/projects/declarations.ts'
import { LinkButton } from '../../ui/button/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { StateBadge } from '../../ui/text/StateBadge.tsx'
import { Tag } from '../../ui/text/Tag.tsx'
import { FilteredList } from '../list/FilteredList.tsx'
import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import * as store from '../../stores/projects/declarations.ts'
import { PermissionMissing } from '../form/PermissionMissing.tsx'
import { cardFrame, AsyncContent } from '../list/AsyncContent.tsx'
import { CardSkeleton } from '../list/TableSkeleton.tsx'
import { usePermission } from '../use-permission.ts'
import { ProjectFacts } from './ProjectFacts.tsx'

const Project = ({ row }: { row: GovProjectRow }) => (
  <li className="flex flex-wrap items-start gap-x-6 gap-y-3 border-t border-line px-4 py-5 first:border-t-0 md:px-6">
    <div className="min-w-0 flex-1 basis-80">
      <p className="flex flex-wrap items-center gap-2">
        <StateBadge {...projectPhaseLabels[row.phase]} />
        <a
          href={links.govProject(row.projectId)}
          className="text-base font-medium hover:text-accent max-md:inline-flex max-md:min-h-11 max-md:items-center"
        >
          {row.title}
        </a>
      </p>
      <p className="mt-1 text-ink-2">{row.summary}</p>
      <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-3">
        <Tag label={projectLevelLabels[row.level]} />
        <span>{row.authority}</span>
        <span className="tabular-nums">截止 {dateTime(row.deadline)}</span>
      </p>
    </div>
    <div className="text-right max-md:flex max-md:w-full max-md:text-left max-md:items-center max-md:justify-between">
      <p className="tabular-nums">
        <span className="block text-sm text-ink-3">最高支持</span>
        <b className="text-lg font-semibold">{row.supportMax === null ? '以通知为准' : bigMoney(row.supportMax)}</b>
      </p>
      <LinkButton
        size="sm"
        kind="outline"
        className="mt-2 max-md:mt-0 max-md:h-11"
        href={links.govProject(row.projectId)}
      >
        查看条件
      </LinkButton>
    </div>
  </li>
)

/** Projects open for declaration. */
export const GovProjects = ({ search }: { search: string }) => (
  <FilteredList
    list={govProjects}
    search={search}
    what="可申报项目"
    placeholder="项目名称或主管部门"
    tabs={{ label: '支持方向', labelOf: (field) => ({ label: projectFieldLabels[field] }) }}
    empty={<EmptyState title="暂无可申报的项目" text="新的申报通知发布后会出现在这里。" />}
  >
    {({ data }) => (
      <ul className="rounded-lg border border-line bg-surface">
        {data.map((row) => (
          <Project key={row.projectId} row={row} />
        ))}
      </ul>
    )}
  </FilteredList>
)

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
