import type { digitalApps, digitalJoins, digitalSolutionApps, digitalSolutions, TitledText } from '../tables/digital.ts'
import { demoIds } from './build-accounts.ts'
import type { Calendar } from './calendar.ts'
import type { ChangeLog } from './changes.ts'
import { appNotes } from './data/digital-apps.ts'
import { solutionNotes } from './data/digital-solutions.ts'

type App = typeof digitalApps.$inferInsert & { id: number }
type Solution = typeof digitalSolutions.$inferInsert & { id: number }
type Use = typeof digitalSolutionApps.$inferInsert & { id: number }
type Join = typeof digitalJoins.$inferInsert & { id: number }

/** `名称：说明` in two; without a colon the whole is the title. */
function titled(line: string): TitledText {
  const at = line.indexOf('：')
  return at === -1 ? { title: line, text: '' } : { title: line.slice(0, at), text: line.slice(at + 1) }
}

/** The digital store: applications, solutions, what each does in each, and vendors that want in. */
export function buildDigital(days: Calendar, log: ChangeLog) {
  const apps: App[] = appNotes.map((note, index) => {
    const { features, users, compliance, joins, price, unit, ...rest } = note
    return {
      ...{ id: index + 1, ...rest, features: features.map(titled), users: users.split('；') },
      ...{ compliance: compliance.split('；'), joins: joins.split('；') },
      ...{ price: price === null ? null : price * 100, priceUnit: unit, sort: index, sample: true },
      publishedAt: days.at(-90 + ((index * 37) % 80), '10:00'),
      updatedAt: days.at(-90 + ((index * 37) % 80), '10:00'),
    }
  })
  const idOf = new Map(apps.map(({ id, name }) => [name, id]))
  const solutions: Solution[] = solutionNotes.map(({ title, audience, summary, pains, steps, results }, index) => ({
    ...{ id: index + 1, title, audience, summary, pains: pains.map(titled), steps: steps.map(titled) },
    ...{ results: [...results], sort: index, sample: true },
    ...{ publishedAt: days.at(-60 + index * 9, '09:30'), updatedAt: days.at(-60 + index * 9, '09:30') },
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
      ...{
        id: 1,
        company: '示例·方舟医药软件',
        contact: '韩经理',
        mobile: '19900000021',
        appName: '方舟随机与药物管理',
      },
      ...{ kind: 'clinical', deployment: 'saas', status: 'accepted', handledBy: demoIds.ops, note },
      summary: '中央随机、药物供应与紧急揭盲一体化的 IRT 系统，已在二十余项多中心试验中使用。',
      ...{ createdAt: days.at(-9, '10:12'), updatedAt: days.at(-6, '16:30') },
    },
    {
      ...{ id: 2, company: '示例·溯源生物信息', contact: '吕女士', mobile: '19900000022', appName: '细胞库管理系统' },
      ...{ kind: 'lims', deployment: 'both', status: 'waiting' },
      summary: '面向细胞治疗企业的主细胞库、工作细胞库与液氮罐位管理，支持扫码出入库与温度记录。',
      ...{ createdAt: days.at(-1, '14:46'), updatedAt: days.at(-1, '14:46') },
    },
  ]
  const ops = { userId: demoIds.ops }
  log.add('digital_join', 1, 'waiting', [
    { event: 'take', to: 'talking', at: days.at(-8, '09:20'), ...ops },
    { event: 'accept', to: 'accepted', at: days.at(-6, '16:30'), reason: note, ...ops },
  ])
  return { apps, solutions, uses, joins }
}
