import type { companyClaims } from '../tables/accounts.ts'
import { demoIds, type Accounts } from './build-accounts.ts'
import type { Calendar } from './calendar.ts'
import type { ChangeLog } from './changes.ts'
import { requireKey } from './random.ts'

type Claim = typeof companyClaims.$inferInsert & { id: number }

/** Claims that wait for an operator, and a decided one. Without files, since the documents do not exist. */
export function buildClaims({ byKey }: Accounts, days: Calendar, log: ChangeLog): Claim[] {
  const claimOf = (
    id: number,
    of: string,
    by: { readonly userId: number; readonly companyId: number | null },
    rest: Pick<Claim, 'contactName' | 'contactPhone' | 'statement' | 'createdAt'>,
  ): Claim => {
    const { company } = requireKey(byKey, of)
    return {
      id,
      ...by,
      status: 'submitted',
      companyName: company.name,
      creditCode: company.creditCode ?? '',
      licenceFileId: '',
      letterFileId: '',
      codeHolderId: company.id,
      nameHolderId: company.id,
      ...rest,
    }
  }
  const ganxu = requireKey(byKey, '赣序')
  const qinshu = requireKey(byKey, '秦枢')
  const reason = '所附授权书没有加盖公章，公开登记的法定代表人与申请人所述不符，电话回访未能核实。'
  const rows: Claim[] = [
    {
      ...claimOf(
        1,
        '甬岬',
        { userId: qinshu.ownerId, companyId: qinshu.company.id },
        {
          contactName: '应先生',
          contactPhone: '0574-55501230',
          statement: '本人受公司委托接管平台账号，原经办人已离职，申请将认证转至新的账号。',
          createdAt: days.at(-20, '14:06'),
        },
      ),
      status: 'rejected',
      reason,
      reviewedBy: demoIds.ops,
      reviewedAt: days.at(-19, '10:32'),
    },
    claimOf(
      2,
      '榕岸',
      { userId: demoIds.person, companyId: null },
      {
        contactName: '温时雨',
        contactPhone: '13912340617',
        statement:
          '本公司从未在平台注册，也没有授权任何人办理认证。目前的店铺用了我司旧版执照的照片，展示的联系人不是我司员工。附营业执照原件照片与法定代表人签署的授权书，请核实后恢复。',
        createdAt: days.at(-1, '09:26'),
      },
    ),
    claimOf(
      3,
      '嵩岳',
      { userId: ganxu.ownerId, companyId: ganxu.company.id },
      {
        contactName: '涂思远',
        contactPhone: '0791-55503318',
        statement: '两家公司已于上月完成吸收合并，存续主体为我司，信用代码的变更登记回执随授权书一并上传。',
        createdAt: days.at(-1, '16:12'),
      },
    ),
  ]
  for (const { id, userId, companyId, status, reason: answer = '', createdAt, reviewedAt } of rows) {
    log.add('claim', id, 'new', [
      { event: 'submit', to: 'submitted', at: createdAt ?? days.at(-1), userId, companyId: companyId ?? null },
      ...(reviewedAt instanceof Date && status === 'rejected'
        ? [{ event: 'reject', to: 'rejected', at: reviewedAt, userId: demoIds.ops, reason: answer }]
        : []),
    ])
  }
  return rows
}
