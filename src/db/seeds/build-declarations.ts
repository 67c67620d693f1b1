import type { declarations, govProjects } from '../tables/declarations.ts'
import { demoIds, type Accounts } from './build-accounts.ts'
import type { Calendar } from './calendar.ts'
import type { ChangeLog } from './changes.ts'
import { govProjectNotes } from './data/gov-projects.ts'
import { need } from './random.ts'

type Project = typeof govProjects.$inferInsert & { id: number }
type Declaration = typeof declarations.$inferInsert & { id: number }

const fen = (yuan: number) => yuan * 100

/** Calls for projects, and what the first buyer declared for four of them. */
export function buildDeclarations(accounts: Accounts, days: Calendar, log: ChangeLog) {
  const projects: Project[] = govProjectNotes.map(
    ({ from, until, supportMax, conditions, materials, ...note }, at) => ({
      ...{ id: at + 1, ...note, conditions: [...conditions], materials: [...materials] },
      supportMax: supportMax === null ? null : fen(supportMax),
      startsAt: days.at(from, '09:00'),
      deadline: days.at(until, '17:00'),
      sample: true,
      createdAt: days.at(Math.min(from, 0) - 3, '10:00'),
      updatedAt: days.at(Math.min(from, 0) - 3, '10:00'),
    }),
  )
  const { company, ownerId } = need(accounts.byKey, '衡序')
  const owner = { companyId: company.id, userId: ownerId }
  const by = { userId: ownerId, companyId: company.id }
  const ops = { userId: demoIds.ops }
  const base = (id: number, day: number) => ({
    ...{ id, declarationNo: `SB${days.stamp(day)}-${String(id).padStart(4, '0')}`, ...owner },
    ...{ contactName: '章明', contactMobile: '19900000011', createdAt: days.at(day, '10:20') },
  })
  const reason = '研发投入专项审计报告缺少附注页，请补充后重新提交。'
  const rows: Declaration[] = [
    {
      ...{ ...base(1, -70), projectId: 6, status: 'accepted', title: '口服 KRAS 抑制剂产业化能力建设' },
      summary: '建设年产 2 亿片的高活性固体制剂生产线，含隔离称量、干法制粒与在线检测，配套质量控制实验室。',
      ...{ amount: fen(18_000_000), ownFunds: fen(26_000_000) },
      ...{ startOn: days.date(30), endOn: days.date(760), reviewerId: demoIds.ops, version: 4 },
      ...{ submittedAt: days.at(-68, '15:30'), reviewedAt: days.at(-64, '11:05'), updatedAt: days.at(-64, '11:05') },
    },
    {
      ...{ ...base(2, -14), projectId: 1, status: 'returned', title: 'HX-217 片临床前研究后补助', reason },
      summary:
        'HX-217 为口服小分子 1 类新药，已取得临床试验批准通知书。本项目申请对药学、药效、毒理等临床前研究的实际投入给予补助。',
      ...{ amount: fen(3_200_000), ownFunds: fen(12_800_000) },
      ...{ startOn: days.date(-700), endOn: days.date(-40), reviewerId: demoIds.ops, version: 4 },
      ...{ submittedAt: days.at(-12, '16:40'), reviewedAt: days.at(-2, '14:12'), updatedAt: days.at(-2, '14:12') },
    },
    {
      ...{ ...base(3, -4), projectId: 4, status: 'submitted', title: '研发数据平台与电子实验记录系统建设' },
      summary:
        '上线电子实验记录、样品与仪器数据采集系统，打通药学与生物分析数据，满足数据可靠性要求，系统已运行四个月。',
      ...{ amount: fen(450_000), ownFunds: fen(1_350_000) },
      ...{ startOn: days.date(-240), endOn: days.date(-20), version: 2 },
      ...{ submittedAt: days.at(-3, '17:20'), updatedAt: days.at(-3, '17:20') },
    },
    {
      ...{ ...base(4, -1), projectId: 3, status: 'draft', title: '高活性化合物分析检测公共平台' },
      ...{ summary: '', amount: null, updatedAt: days.at(-1, '18:02') },
    },
  ]
  const submit = (at: Date) => ({ event: 'submit', to: 'submitted', at, ...by })
  const take = (at: Date) => ({ event: 'take', to: 'in_review', at, ...ops })
  log.add('declaration', 1, 'draft', [
    ...[submit(days.at(-68, '15:30')), take(days.at(-66, '09:40'))],
    { event: 'accept', to: 'accepted', at: days.at(-64, '11:05'), ...ops },
  ])
  log.add('declaration', 2, 'draft', [
    ...[submit(days.at(-12, '16:40')), take(days.at(-5, '10:08'))],
    { event: 'return', to: 'returned', at: days.at(-2, '14:12'), reason, ...ops },
  ])
  log.add('declaration', 3, 'draft', [submit(days.at(-3, '17:20'))])
  return { projects, declarations: rows }
}
