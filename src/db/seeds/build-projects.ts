import type { declarations, govProjects } from '../tables/declarations.ts'
import { demoIds, type Accounts } from './build-accounts.ts'
import type { Calendar } from './calendar.ts'
import type { ChangeLog } from './changes.ts'
import { appNotes, govProjectNotes, solutionNotes } from './data/projects.ts'
import { requireKey } from './random.ts'
import type { digitalApps, digitalJoins, digitalSolutionApps, digitalSolutions, TitledText } from '../tables/digital.ts'

type Project = typeof govProjects.$inferInsert & { id: number }
type Declaration = typeof declarations.$inferInsert & { id: number }

const fen = (yuan: number) => yuan * 100

/** Calls for projects, and four declarations of the first buyer. */
export function buildDeclarations(accounts: Accounts, days: Calendar, log: ChangeLog) {
  const projects: Project[] = govProjectNotes.map(
    ({ from, until, supportMax, conditions, materials, ...note }, at) => ({
      id: at + 1,
      ...note,
      conditions: [...conditions],
      materials: [...materials],
      supportMax: supportMax === null ? null : fen(supportMax),
      startsAt: days.at(from, '09:00'),
      deadline: days.at(until, '17:00'),
      sample: true,
      createdAt: days.at(Math.min(from, 0) - 3, '10:00'),
      updatedAt: days.at(Math.min(from, 0) - 3, '10:00'),
    }),
  )
  const { company, ownerId } = requireKey(accounts.byKey, '衡序')
  const owner = { companyId: company.id, userId: ownerId }
  const by = { userId: ownerId, companyId: company.id }
  const ops = { userId: demoIds.ops }
  const base = (id: number, day: number) => ({
    id,
    declarationNo: `SB${days.stamp(day)}-${String(id).padStart(4, '0')}`,
    ...owner,
    contactName: '章明',
    contactMobile: '19900000011',
    createdAt: days.at(day, '10:20'),
  })
  const reason = '研发投入专项审计报告缺少附注页，请补充后重新提交。'
  const rows: Declaration[] = [
    {
      ...base(1, -70),
      projectId: 6,
      status: 'accepted',
      title: '口服 KRAS 抑制剂产业化能力建设',
      summary: '建设年产 2 亿片的高活性固体制剂生产线，含隔离称量、干法制粒与在线检测，配套质量控制实验室。',
      amount: fen(18_000_000),
      ownFunds: fen(26_000_000),
      startOn: days.date(30),
      endOn: days.date(760),
      reviewerId: demoIds.ops,
      version: 4,
      submittedAt: days.at(-68, '15:30'),
      reviewedAt: days.at(-64, '11:05'),
      updatedAt: days.at(-64, '11:05'),
    },
    {
      ...base(2, -14),
      projectId: 1,
      status: 'returned',
      title: 'HX-217 片临床前研究后补助',
      reason,
      summary:
        'HX-217 为口服小分子 1 类新药，已取得临床试验批准通知书。本项目申请对药学、药效、毒理等临床前研究的实际投入给予补助。',
      amount: fen(3_200_000),
      ownFunds: fen(12_800_000),
      startOn: days.date(-700),
      endOn: days.date(-40),
      reviewerId: demoIds.ops,
      version: 4,
      submittedAt: days.at(-12, '16:40'),
      reviewedAt: days.at(-2, '14:12'),
      updatedAt: days.at(-2, '14:12'),
    },
    {
      ...base(3, -4),
      projectId: 4,
      status: 'submitted',
      title: '研发数据平台与电子实验记录系统建设',
      summary:
        '上线电子实验记录、样品与仪器数据采集系统，打通药学与生物分析数据，满足数据可靠性要求，系统已运行四个月。',
      amount: fen(450_000),
      ownFunds: fen(1_350_000),
      startOn: days.date(-240),
      endOn: days.date(-20),
      version: 2,
      submittedAt: days.at(-3, '17:20'),
      updatedAt: days.at(-3, '17:20'),
    },
    {
      ...base(4, -1),
      projectId: 3,
      status: 'draft',
      title: '高活性化合物分析检测公共平台',
      summary: '',
      amount: null,
      updatedAt: days.at(-1, '18:02'),
    },
  ]
  const submit = (at: Date) => ({ event: 'submit', to: 'submitted', at, ...by })
  const take = (at: Date) => ({ event: 'take', to: 'in_review', at, ...ops })
  log.add('declaration', 1, 'draft', [
    submit(days.at(-68, '15:30')),
    take(days.at(-66, '09:40')),
    { event: 'accept', to: 'accepted', at: days.at(-64, '11:05'), ...ops },
  ])
  log.add('declaration', 2, 'draft', [
    submit(days.at(-12, '16:40')),
    take(days.at(-5, '10:08')),
    { event: 'return', to: 'returned', at: days.at(-2, '14:12'), reason, ...ops },
  ])
  log.add('declaration', 3, 'draft', [submit(days.at(-3, '17:20'))])
  return { projects, declarations: rows }
}

type App = typeof digitalApps.$inferInsert & { id: number }
type Solution = typeof digitalSolutions.$inferInsert & { id: number }
type Use = typeof digitalSolutionApps.$inferInsert & { id: number }
type Join = typeof digitalJoins.$inferInsert & { id: number }

/** Splits `名称：说明`; without a colon the whole text is the title. */
function titled(line: string): TitledText {
  const at = line.indexOf('：')
  return at === -1 ? { title: line, text: '' } : { title: line.slice(0, at), text: line.slice(at + 1) }
}

/** The digital store: applications, solutions with their applications, and vendors that applied. */
export function buildDigital(days: Calendar, log: ChangeLog) {
  const apps: App[] = appNotes.map((note, index) => {
    const { features, users, compliance, joins, price, unit, ...rest } = note
    return {
      id: index + 1,
      ...rest,
      features: features.map(titled),
      users: users.split('；'),
      compliance: compliance.split('；'),
      joins: joins.split('；'),
      price: price === null ? null : price * 100,
      priceUnit: unit,
      sort: index,
      sample: true,
      publishedAt: days.at(-90 + ((index * 37) % 80), '10:00'),
      updatedAt: days.at(-90 + ((index * 37) % 80), '10:00'),
    }
  })
  const idOf = new Map(apps.map(({ id, name }) => [name, id]))
  const solutions: Solution[] = solutionNotes.map(({ title, audience, summary, pains, steps, results }, index) => ({
    id: index + 1,
    title,
    audience,
    summary,
    pains: pains.map(titled),
    steps: steps.map(titled),
    results: [...results],
    sort: index,
    sample: true,
    publishedAt: days.at(-60 + index * 9, '09:30'),
    updatedAt: days.at(-60 + index * 9, '09:30'),
  }))
  const uses: Use[] = solutionNotes
    .flatMap((solution, at) => solution.uses.map((use, sort) => ({ ...use, solutionId: at + 1, sort })))
    .flatMap(({ app, steps, ...use }, index) => {
      const appId = idOf.get(app)
      if (appId === undefined) throw new Error(`No application ${app}`)
      return { ...use, id: index + 1, appId, steps: steps.map(titled) }
    })
  const note = '资料齐全，已约演示；下周提供试用环境与资质文件后上架。'
  const joins: Join[] = [
    {
      id: 1,
      company: '示例·方舟医药软件',
      contact: '韩经理',
      mobile: '19900000021',
      appName: '方舟随机与药物管理',
      kind: 'clinical',
      deployment: 'saas',
      status: 'accepted',
      handledBy: demoIds.ops,
      note,
      summary: '中央随机、药物供应与紧急揭盲一体化的 IRT 系统，已在二十余项多中心试验中使用。',
      createdAt: days.at(-9, '10:12'),
      updatedAt: days.at(-6, '16:30'),
    },
    {
      id: 2,
      company: '示例·溯源生物信息',
      contact: '吕女士',
      mobile: '19900000022',
      appName: '细胞库管理系统',
      kind: 'lims',
      deployment: 'both',
      status: 'waiting',
      summary: '面向细胞治疗企业的主细胞库、工作细胞库与液氮罐位管理，支持扫码出入库与温度记录。',
      createdAt: days.at(-1, '14:46'),
      updatedAt: days.at(-1, '14:46'),
    },
  ]
  const ops = { userId: demoIds.ops }
  log.add('digital_join', 1, 'waiting', [
    { event: 'take', to: 'talking', at: days.at(-8, '09:20'), ...ops },
    { event: 'accept', to: 'accepted', at: days.at(-6, '16:30'), reason: note, ...ops },
  ])
  return { apps, solutions, uses, joins }
}
