import type { GovProject } from '../../contract/projects/declarations.ts'
import { yuan } from '../../domain/money.ts'
import { projectFieldLabels, projectLevelLabels } from '../../domain/projects/government-projects.ts'
import { dateTime } from '../../domain/time.ts'
import { Tag } from '../../ui/text/Tag.tsx'
import { FactList } from '../FactList.tsx'

type Shown = Omit<GovProject, 'declarationId'>

type Level = 'h2' | 'h3'
const List = ({ title, items, level: Heading }: { title: string; items: readonly string[]; level: Level }) => (
  <section className="mt-6">
    <Heading className="font-semibold">{title}</Heading>
    <ol className="mt-2 list-decimal space-y-1 pl-5 text-ink-2">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ol>
  </section>
)

/** Funding, eligibility and required documents of a project. */
export const ProjectFacts = ({ project, level = 'h3' }: { project: Shown; level?: Level }) => (
  <>
    {project.sample && (
      <p className="mb-3">
        <Tag label="示例" />
        <span className="ml-2 text-sm text-ink-3">演示数据，主管部门与金额均为虚构</span>
      </p>
    )}
    <p className="mb-5 text-ink-2">{project.summary}</p>
    <FactList
      facts={[
        { label: '主管部门', value: project.authority },
        { label: '级别与方向', value: `${projectLevelLabels[project.level]}，${projectFieldLabels[project.field]}` },
        { label: '最高支持', value: project.supportMax === null ? '以通知为准' : `¥${yuan(project.supportMax)}` },
        { label: '支持方式', value: project.supportWay },
        { label: '开始申报', value: dateTime(project.startsAt) },
        { label: '申报截止', value: dateTime(project.deadline) },
      ]}
    />
    <List title="申报条件" items={project.conditions} level={level} />
    <List title="申报材料" items={project.materials} level={level} />
  </>
)
