import { z } from 'zod'
import { declarationReasonError, declarationStatuses } from '../../domain/projects/declaration-states.ts'
import { projectFields, projectLevels, projectPhases } from '../../domain/projects/government-projects.ts'
import { company, operator, user } from '../access.ts'
import { call } from '../call.ts'
import { count, fen, id, keyword, listOf, moment, optionalText, paging } from '../fields.ts'
import { historyStep } from '../state.ts'
import { declarationForm } from './declaration-form.ts'

/** A government project, in lists. */
const projectRow = z.object({
  projectId: id,
  title: z.string(),
  authority: z.string(),
  level: z.enum(projectLevels),
  field: z.enum(projectFields),
  summary: z.string(),
  /** fen; null = no maximum stated */
  supportMax: fen.nullable(),
  startsAt: moment,
  deadline: moment,
  phase: z.enum(projectPhases),
  /** Sample data for the demo. */
  sample: z.boolean(),
})
export type GovProjectRow = z.output<typeof projectRow>

const project = projectRow.extend({
  supportWay: z.string(),
  conditions: z.array(z.string()),
  materials: z.array(z.string()),
  /** Active declaration of the own company; null without one. */
  declarationId: id.nullable(),
})
export type GovProject = z.output<typeof project>

const declarationRow = z.object({
  declarationId: id,
  declarationNo: z.string(),
  projectId: id,
  projectTitle: z.string(),
  authority: z.string(),
  title: z.string(),
  /** fen; null = not typed yet */
  amount: fen.nullable(),
  status: z.enum(declarationStatuses),
  reason: z.string(),
  deadline: moment,
  /** Submission deadline of a draft or returned declaration; null in other states. */
  submitUntil: moment.nullable(),
  submittedAt: moment.nullable(),
  updatedAt: moment,
})
export type DeclarationRow = z.output<typeof declarationRow>

const declaration = declarationRow.extend({
  summary: z.string(),
  contactName: z.string(),
  contactMobile: z.string(),
  /** fen; null = not typed yet */
  ownFunds: fen.nullable(),
  startOn: z.string().nullable(),
  endOn: z.string().nullable(),
  files: z.array(z.object({ fileId: z.string(), name: z.string(), size: z.int(), url: z.string() })),
  version: z.int(),
  project: project.omit({ declarationId: true }),
  history: z.array(historyStep),
})
export type Declaration = z.output<typeof declaration>

const reviewRow = declarationRow.extend({ companyName: z.string(), reviewerName: z.string(), mine: z.boolean() })
export type DeclarationReviewRow = z.output<typeof reviewRow>
const review = declaration.extend({ companyName: z.string(), reviewerName: z.string(), mine: z.boolean() })
export type DeclarationReview = z.output<typeof review>

const counts = z.partialRecord(z.enum(declarationStatuses), z.int())
const saved = z.object({ declarationId: id, status: z.enum(declarationStatuses), version: z.int() })
export type SavedDeclaration = z.output<typeof saved>
const listInput = { status: z.enum(declarationStatuses).optional(), keyword: keyword.default(''), ...paging }

/** Declarations of government projects: specification 7, and calls beyond it for the projects and the review. */
export const declarationsCalls = {
  /** One active declaration per project and company. Submitting requires a certified company and an open project. */
  projectDeclare: call({
    path: '/gov/project/declare',
    summary: '申报一个政府项目，存为草稿或提交',
    access: company('project_manage'),
    input: declarationForm.extend({ projectId: id }),
    output: saved,
    failures: ['declaredAlready', 'declarationClosed', 'notCertified', 'certificationExpired'],
    idempotent: true,
    logs: '申报政府项目',
    perMinute: 30,
    perDay: 200,
  }),
  projectDeclarations: call({
    path: '/gov/project/declare/list-page',
    summary: '本企业的项目申报，新改动的在前；已删除的草稿不在其中',
    access: company('declaration_query'),
    reads: true,
    input: z.object(listInput),
    output: listOf(declarationRow).extend({ counts }),
  }),
  projectUpdate: call({
    path: '/gov/project/declare/update',
    summary: '修改草稿或退回的申报，可同时提交',
    access: company('project_manage'),
    input: declarationForm.extend({ declarationId: id, version: count.min(1) }),
    output: saved,
    failures: ['stepNotAllowed', 'conflict', 'declarationClosed', 'notCertified', 'certificationExpired'],
    logs: '修改项目申报',
  }),
  projectCancel: call({
    path: '/gov/project/declare/cancel',
    summary: '删除草稿，或撤回未办结的申报',
    access: company('project_manage'),
    input: z.object({ declarationId: id, reason: optionalText(200).default('') }),
    output: saved,
    failures: ['stepNotAllowed'],
    logs: '撤回或删除项目申报',
  }),
  projectDetail: call({
    path: '/gov/project/declare/detail-all',
    summary: '本企业一份申报的全部内容：项目、材料与办理经过',
    access: company('declaration_query'),
    reads: true,
    input: z.object({ declarationId: id }),
    output: declaration,
  }),
  govProjects: call({
    path: '/gov/project/list-page',
    summary: '可以申报的政府项目，申报中的在前，先截止的在前',
    access: user,
    reads: true,
    input: z.object({ field: z.enum(projectFields).optional(), keyword: keyword.default(''), ...paging }),
    output: listOf(projectRow),
    ours: true,
  }),
  govProject: call({
    path: '/gov/project/detail',
    summary: '一个政府项目：条件、材料、支持方式，及本企业是否已申报',
    access: user,
    reads: true,
    input: z.object({ projectId: id }),
    output: project,
    ours: true,
  }),
  declarationReviews: call({
    path: '/gov/project/declare/review/list-page',
    summary: '各企业提交的申报，待受理的在前，其中先提交的在前',
    access: operator('review'),
    reads: true,
    input: z.object(listInput),
    output: listOf(reviewRow).extend({ counts }),
    ours: true,
  }),
  declarationReviewDetail: call({
    path: '/gov/project/declare/review/detail',
    summary: '平台审核一份申报时看到的全部内容',
    access: operator('review'),
    reads: true,
    input: z.object({ declarationId: id }),
    output: review,
    ours: true,
  }),
  /** Only the operator who took a declaration decides, and not about the own company. */
  declarationReview: call({
    path: '/gov/project/declare/review',
    summary: '受理、退回或不予受理一份申报；退回与不予受理须写明原因',
    access: operator('review'),
    input: z
      .object({
        declarationId: id,
        event: z.enum(['take', 'return', 'accept', 'reject']),
        reason: optionalText(500).default(''),
        /** Version the operator reviewed; an outdated one returns conflict. */
        version: count.min(1),
      })
      .refine(({ event, reason }) => declarationReasonError(event, reason) === null, {
        path: ['reason'],
        message: '请写明原因，申报企业将看到',
      }),
    output: saved,
    failures: ['stepNotAllowed', 'conflict'],
    ours: true,
    logs: '审核项目申报',
  }),
}
