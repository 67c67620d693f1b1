import { z } from 'zod'
import { demandStatuses } from '../../domain/demands/demand-states.ts'
import { orderStatuses } from '../../domain/orders/order-states.ts'
import {
  programmeAudiences,
  programmeEntryEvents,
  programmeEvents,
  programmeItemKinds,
  programmeRoles,
  programmeStatuses,
} from '../../domain/projects/programmes.ts'
import { company, exporting } from '../access.ts'
import { call } from '../call.ts'
import {
  count,
  day,
  dayInput,
  fen,
  id,
  keyword,
  listOf,
  moment,
  optionalText,
  paging,
  text,
  typedCode,
} from '../fields.ts'
import { generatedFile } from '../orders/documents.ts'

/** Every call asks for the caller's role in the programme; for whoever has none it does not exist. */
const access = company()

const row = z.object({
  programmeId: id,
  code: z.string(),
  name: z.string(),
  status: z.enum(programmeStatuses),
  /** Name of the person in charge. */
  owner: z.string(),
  /** The caller's. */
  role: z.enum(programmeRoles),
  demands: count,
  orders: count,
  /** Total of its orders, without declined and cancelled ones; fen. */
  ordered: fen,
  /** Received by suppliers, less refunds; fen. */
  paid: fen,
  /** Nearest deadline from now on; null = none. */
  nextAt: moment.nullable(),
  lastActivityAt: moment,
})
export type ProgrammeRow = z.output<typeof row>

const programmeDate = z.object({
  /** `offers`: deadline of a demand; `payment`: a payment is due; `delivery`: promised day of an order. */
  kind: z.enum(['offers', 'payment', 'delivery']),
  /** Demand, or order. */
  itemId: id,
  title: z.string(),
  at: moment,
})
const detail = row.extend({
  /** Drug target and indication; confidential. */
  focus: z.string(),
  openTo: z.enum(programmeAudiences).nullable(),
  startsOn: day.nullable(),
  endsOn: day.nullable(),
  ownerUserId: id,
  version: z.int(),
  /** At most ten, the nearest first. */
  dates: z.array(programmeDate),
  /** Newest first: demands 200 at most, orders 500 at most. */
  demandRows: z.array(
    z.object({
      demandId: id,
      demandNo: z.string(),
      title: z.string(),
      status: z.enum(demandStatuses),
      offers: count,
      deadline: moment,
    }),
  ),
  orderRows: z.array(
    z.object({
      orderId: id,
      orderNo: z.string(),
      title: z.string(),
      supplier: z.string(),
      status: z.enum(orderStatuses),
      total: fen,
      paid: fen,
      createdAt: moment,
    }),
  ),
  files: z.array(
    z.object({
      fileId: z.string(),
      name: z.string(),
      size: z.int(),
      url: z.string(),
      by: z.string(),
      /** Whether the caller may rename and remove it. */
      mayChange: z.boolean(),
      createdAt: moment,
    }),
  ),
  conversations: z.array(
    z.object({
      conversationId: id,
      /** The other side, as the person who linked it sees it. */
      name: z.string(),
      linkedBy: z.string(),
      lastAt: moment.nullable(),
      /** Whether the caller takes part in it. */
      mayOpen: z.boolean(),
      /** Whether the caller may unlink it. */
      mayChange: z.boolean(),
    }),
  ),
  members: z.array(z.object({ userId: id, name: z.string(), role: z.enum(programmeRoles), isSelf: z.boolean() })),
  /** At most 200, the newest first. */
  notes: z.array(z.object({ by: z.string(), text: z.string(), at: moment })),
  /** Without notes; at most 50, the newest first. */
  timeline: z.array(
    z.object({
      /** Of the programme itself, or the state of one of its demands and orders. */
      event: z.enum([...programmeEntryEvents, ...programmeItemKinds]),
      by: z.string(),
      text: z.string(),
      at: moment,
    }),
  ),
})
export type Programme = z.output<typeof detail>

const form = {
  code: typedCode.min(1, '请填写').max(20, '最多 20 个字'),
  name: text(60),
  focus: optionalText(500).default(''),
  openTo: z.enum(programmeAudiences).nullable().default(null),
  startsOn: dayInput.nullable().default(null),
  endsOn: dayInput.nullable().default(null),
}
const inOrder = ({ startsOn, endsOn }: { startsOn: string | null; endsOn: string | null }) =>
  startsOn === null || endsOn === null || startsOn <= endsOn
const dateOrder = { path: ['endsOn'], message: '结束日期不能早于开始日期' }
const subject = { programmeId: id }
const item = { kind: z.enum(programmeItemKinds), itemId: id }
const choice = z.object({ programmeId: id, code: z.string(), name: z.string() })
export type ProgrammeChoice = z.output<typeof choice>
const fileId = z.string().min(1).max(40)

const candidate = z.object({
  /** Demand, order, conversation or person. */
  itemId: id,
  /** Number or name. */
  name: z.string(),
  note: z.string(),
})
export type ProgrammeCandidate = z.output<typeof candidate>
export const programmeCandidateKinds = [...programmeItemKinds, 'conversation', 'person'] as const
export type ProgrammeCandidateKind = (typeof programmeCandidateKinds)[number]

const changes = ['programmeRole', 'programmeClosed'] as const

export const programmesCalls = {
  programmes: call({
    path: '/fmall/programme/list-page',
    summary: '本人可见的研发项目，最近有活动的在前',
    access,
    reads: true,
    viewing: 'closed',
    input: z.object({ status: z.enum(programmeStatuses).optional(), keyword: keyword.default(''), ...paging }),
    output: listOf(row).extend({ counts: z.partialRecord(z.enum(programmeStatuses), z.int()) }),
    ours: true,
  }),
  programme: call({
    path: '/fmall/programme/detail',
    summary: '一个研发项目：资料、数字、日程、需求、订单、文件、沟通、成员与动态',
    access,
    reads: true,
    viewing: 'closed',
    input: z.object(subject),
    output: detail,
    ours: true,
  }),
  programmeSave: call({
    path: '/fmall/programme/save',
    summary: '新建研发项目；新建者为负责人',
    access,
    idempotent: true,
    input: z.object(form).refine(inOrder, dateOrder),
    // Answers of idempotent calls are stored: they hold nothing of what only readers may see.
    output: z.object(subject),
    failures: ['programmeCodeTaken'],
    logs: '新建研发项目',
    ours: true,
  }),
  programmeUpdate: call({
    path: '/fmall/programme/update',
    summary: '修改研发项目的资料、公开范围与负责人；由管理者进行',
    access,
    input: z
      .object({
        ...subject,
        ...form,
        /** One of the managers. */
        ownerUserId: id,
        /** As it was shown. */
        version: count,
      })
      .refine(inOrder, dateOrder),
    output: detail,
    failures: [...changes, 'programmeCodeTaken', 'conflict'],
    logs: '修改研发项目',
    ours: true,
  }),
  programmeMove: call({
    path: '/fmall/programme/move',
    summary: '结项，或重新开启；由管理者进行',
    access,
    input: z.object({ ...subject, event: z.enum(programmeEvents), version: count }),
    output: detail,
    failures: ['programmeRole', 'stepNotAllowed', 'conflict'],
    logs: '结项或重新开启研发项目',
    ours: true,
  }),
  programmeMemberSave: call({
    path: '/fmall/programme/member/save',
    summary: '添加本企业的成员，或变更其角色；由管理者进行',
    access,
    input: z.object({ ...subject, userId: id, role: z.enum(programmeRoles) }),
    output: detail,
    failures: [...changes, 'programmeManagerLast', 'programmeMemberUnfit', 'programmeFull'],
    logs: '设置研发项目成员',
    ours: true,
  }),
  programmeMemberRemove: call({
    path: '/fmall/programme/member/delete',
    summary: '移除成员，或本人退出；结项后也可以',
    access,
    input: z.object({ ...subject, userId: id }),
    output: z.object({}),
    failures: ['programmeRole', 'programmeManagerLast'],
    logs: '移除研发项目成员',
    ours: true,
  }),
  programmeCandidates: call({
    path: '/fmall/programme/candidate/list',
    summary: '可以加入的需求、订单、本人的沟通或同事，最多 20 条',
    access,
    reads: true,
    viewing: 'closed',
    input: z.object({ ...subject, kind: z.enum(programmeCandidateKinds), keyword: keyword.default('') }),
    output: z.object({ data: z.array(candidate) }),
    failures: ['programmeRole'],
    ours: true,
  }),
  programmeChoices: call({
    path: '/fmall/programme/choice/list',
    summary: '本人可以归入内容的研发项目，供发布需求与下单时选择',
    access,
    reads: true,
    viewing: 'closed',
    input: z.object({}),
    output: z.object({ data: z.array(choice) }),
    ours: true,
  }),
  programmeOfItem: call({
    path: '/fmall/programme/item/detail',
    summary: '本企业的一个需求或订单所属的研发项目；不是成员的人看不到项目',
    access,
    reads: true,
    viewing: 'closed',
    input: z.object(item),
    output: z.object({
      /** null = none, or one that the caller does not see. */
      programme: choice.nullable(),
      /** Whether the caller may move it. */
      mayChange: z.boolean(),
      choices: z.array(choice),
    }),
    ours: true,
  }),
  programmeItemSave: call({
    path: '/fmall/programme/item/save',
    summary: '把本企业的需求或订单归入研发项目，换到另一个，或移出（null）',
    access,
    input: z.object({
      ...item,
      /** In which it was shown; null = none, or one that the caller does not see. */
      from: id.nullable(),
      programmeId: id.nullable(),
    }),
    output: z.object({}),
    failures: [...changes, 'programmeTaken', 'programmeFull', 'conflict'],
    logs: '调整研发项目的内容',
    ours: true,
  }),
  programmeConversationSave: call({
    path: '/fmall/programme/conversation/save',
    summary: '把本人的一个沟通关联到研发项目；内容仍只有沟通双方可见',
    access,
    input: z.object({ ...subject, conversationId: id }),
    output: detail,
    failures: [...changes, 'programmeFull'],
    ours: true,
  }),
  programmeConversationRemove: call({
    path: '/fmall/programme/conversation/delete',
    summary: '取消关联沟通',
    access,
    input: z.object({ ...subject, conversationId: id }),
    output: detail,
    failures: changes,
    ours: true,
  }),
  programmeFileSave: call({
    path: '/fmall/programme/file/save',
    summary: '把本人上传的文件放入研发项目',
    access,
    input: z.object({ ...subject, fileId }),
    output: detail,
    failures: [...changes, 'programmeFull'],
    logs: '上传研发项目文件',
    ours: true,
  }),
  programmeFileRename: call({
    path: '/fmall/programme/file/rename',
    summary: '重命名文件，扩展名不变；由上传者或管理者进行',
    access,
    input: z.object({ ...subject, fileId, name: text(90) }),
    output: detail,
    failures: changes,
    ours: true,
  }),
  programmeFileRemove: call({
    path: '/fmall/programme/file/delete',
    summary: '移除文件；由上传者或管理者进行',
    access,
    input: z.object({ ...subject, fileId }),
    output: detail,
    failures: changes,
    logs: '移除研发项目文件',
    ours: true,
  }),
  programmeNote: call({
    path: '/fmall/programme/note/save',
    summary: '在研发项目中写一条备注，可见项目的人都能看到',
    access,
    idempotent: true,
    input: z.object({ ...subject, text: text(500) }),
    output: z.object({}),
    failures: changes,
    ours: true,
  }),
  programmeSheet: call({
    path: '/fmall/programme/sheet',
    summary: '把研发项目的订单导出为 Excel，一行一个订单',
    access: exporting(company('my_orders')),
    input: z.object(subject),
    output: generatedFile.extend({ rows: z.int() }),
    failures: ['filesFull'],
    logs: '导出研发项目订单',
    ours: true,
    perMinute: 10,
  }),
}
