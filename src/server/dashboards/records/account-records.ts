import { and, asc, desc, eq, isNull, or } from 'drizzle-orm'
import type { RecordLine } from '../../../contract/operations/platform-records.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { certifications, companies, sessions, users } from '../../../db/tables/accounts.ts'
import { demands } from '../../../db/tables/demands.ts'
import { operatorNotes, platformActions, suspensions } from '../../../db/tables/operations.ts'
import { orders } from '../../../db/tables/orders.ts'
import { shops } from '../../../db/tables/shops.ts'
import { certificationLabels, isCompanySuspended, wasCertified } from '../../../domain/accounts/certification.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import { maskEmail, maskPhone } from '../../../domain/masks.ts'
import { operatorRoleTable } from '../../../domain/operations/operator-roles.ts'
import { dateTime } from '../../../domain/time.ts'
import { findOpenSuspension } from '../../platform/history/suspensions.ts'
import { selectOrderRows } from './record-rows.ts'
import {
  fact,
  lineOf,
  maxLines,
  plainLine,
  section,
  timeFact,
  type RecordContent,
  type Section,
} from './record-content.ts'

/** Notes, suspensions and actions of operators about a user or company. */
async function operatorSections(db: Db, kind: 'user' | 'company', targetId: number): Promise<Section[]> {
  const notes = await db
    .select({ note: operatorNotes, realName: users.realName, loginName: users.loginName })
    .from(operatorNotes)
    .leftJoin(users, eq(users.id, operatorNotes.operatorId))
    .where(and(eq(operatorNotes.kind, kind), eq(operatorNotes.targetId, targetId)))
    .orderBy(desc(operatorNotes.id))
    .limit(maxLines)
  const past = await db
    .select()
    .from(suspensions)
    .where(and(eq(suspensions.kind, kind), eq(suspensions.targetId, targetId)))
    .orderBy(desc(suspensions.id))
    .limit(maxLines)
  const actions = await db
    .select()
    .from(platformActions)
    .where(
      kind === 'company'
        ? eq(platformActions.companyId, targetId)
        : and(eq(platformActions.subjectKind, 'user'), eq(platformActions.subjectId, targetId)),
    )
    .orderBy(desc(platformActions.seq))
    .limit(maxLines)
  return [
    section(
      '运营备注',
      notes.map(({ note, ...person }) => plainLine(note.text, personName(person), note.createdAt)),
    ),
    section(
      '停用经过',
      past.map((row) =>
        plainLine(
          `停用：${row.reason}`,
          row.endedAt === null ? '未恢复' : `${dateTime(row.endedAt.toISOString())} 恢复：${row.endReason}`,
          row.createdAt,
        ),
      ),
    ),
    section(
      '运营操作',
      actions.map((row) =>
        plainLine(`${row.action}：${row.detail}`, `${row.operatorName}　${row.reason}`, row.createdAt),
      ),
    ),
  ]
}

const positionOf = ({ isOwner, jobTitle }: Pick<typeof users.$inferSelect, 'isOwner' | 'jobTitle'>) =>
  [isOwner ? '主账号' : '', jobTitle].filter((part) => part !== '').join('，')

export async function userContent(db: Db, id: number): Promise<RecordContent> {
  const [row] = await db
    .select({ user: users, companyName: companies.name })
    .from(users)
    .leftJoin(companies, eq(companies.id, users.companyId))
    .where(eq(users.id, id))
  if (row === undefined) throw new CallFailed('notFound')
  const { user, companyName } = row
  const signIns = await db
    .select()
    .from(sessions)
    .where(eq(sessions.userId, id))
    .orderBy(desc(sessions.id))
    .limit(maxLines)
  const suspension = await findOpenSuspension(db, 'user', id)
  const isStaff = user.isOperator || user.isService
  const now = new Date()
  const isOpen = (one: (typeof signIns)[number]) => one.endedAt === null && one.expiresAt > now
  return {
    companyId: user.companyId,
    reason: suspension?.reason ?? '',
    publicPath: null,
    facts: [
      fact('编号', id),
      fact('登录名', user.loginName),
      fact('姓名', user.realName),
      fact('手机号', maskPhone(user.mobile)),
      fact('邮箱', maskEmail(user.email)),
      fact('企业', companyName, user.companyId === null ? null : { kind: 'company', id: user.companyId }),
      fact('职务', positionOf(user)),
      fact(
        '平台身份',
        [...user.operatorRoles.map((role) => operatorRoleTable[role].label), ...(user.isService ? ['客服'] : [])].join(
          '、',
        ),
      ),
      timeFact('注册时间', user.createdAt),
      timeFact('最近使用', signIns[0]?.lastSeenAt),
      fact('同意的协议版本', user.agreementVersion),
    ],
    sections: [
      section(
        '登录',
        signIns.map((one) => ({
          ...plainLine(one.userAgent.slice(0, 100) || one.appId, one.ip, one.createdAt),
          state: isOpen(one) ? { label: '有效', tone: 'good' } : { label: '已结束', tone: 'mute' },
        })),
      ),
      section('企业的订单', await ordersOfCompany(db, user.companyId)),
      ...(await operatorSections(db, 'user', id)),
    ],
    actions: [
      ...(suspension === undefined
        ? isStaff || user.deletedAt !== null
          ? []
          : (['userSuspend'] as const)
        : (['userRestore'] as const)),
      ...(signIns.some(isOpen) ? (['sessionsEnd'] as const) : []),
      ...(isStaff || user.locked || user.deletedAt !== null ? [] : (['accountView'] as const)),
      'messagesResend',
      'note',
    ],
  }
}

const ordersOfCompany = async (db: Db, companyId: number | null): Promise<RecordLine[]> =>
  companyId === null
    ? []
    : (
        await selectOrderRows(
          db,
          or(eq(orders.buyerCompanyId, companyId), eq(orders.sellerCompanyId, companyId)),
          maxLines,
        )
      ).map(lineOf)

export async function companyContent(db: Db, id: number): Promise<RecordContent> {
  const [row] = await db
    .select({ company: companies, shop: shops })
    .from(companies)
    .leftJoin(shops, eq(shops.companyId, companies.id))
    .where(eq(companies.id, id))
  if (row === undefined) throw new CallFailed('notFound')
  const { company, shop } = row
  const people = await db
    .select()
    .from(users)
    .where(eq(users.companyId, id))
    .orderBy(desc(users.isOwner), asc(users.id))
    .limit(maxLines)
  const peopleCount = await db.$count(users, eq(users.companyId, id))
  const versions = await db
    .select()
    .from(certifications)
    .where(eq(certifications.companyId, id))
    .orderBy(desc(certifications.version))
    .limit(maxLines)
  const demandRows = await db
    .select({ id: demands.id, title: demands.title, no: demands.demandNo, at: demands.createdAt })
    .from(demands)
    .where(and(eq(demands.companyId, id), isNull(demands.deletedAt)))
    .orderBy(desc(demands.id))
    .limit(maxLines)
  const suspension = await findOpenSuspension(db, 'company', id)
  const { certification } = company
  return {
    companyId: id,
    reason: suspension?.reason ?? '',
    publicPath: null,
    facts: [
      fact('编号', id),
      fact('统一社会信用代码', company.creditCode),
      fact('店铺', shop?.name, shop === null ? null : { kind: 'shop', id: shop.id }),
      fact('联系人', company.contactName),
      fact('联系电话', maskPhone(company.contactPhone)),
      fact('地址', company.address),
      timeFact('认证有效至', company.certifiedUntil),
      timeFact('加入时间', company.createdAt),
      fact('在售服务与商品', `${shop?.serviceCount ?? 0} 项服务，${shop?.productCount ?? 0} 件商品`),
    ],
    sections: [
      section(
        '成员',
        people.map((person) => ({
          ...plainLine(personName(person), positionOf(person), person.createdAt),
          record: { kind: 'user', id: person.id },
          state: person.locked ? { label: '已停用', tone: 'bad' } : null,
        })),
        peopleCount,
      ),
      section(
        '认证',
        versions.map((version) => ({
          ...plainLine(`第 ${version.version} 版　${version.companyName}`, version.reason, version.createdAt),
          state: certificationLabels[version.status],
        })),
      ),
      section(
        '需求',
        demandRows.map((demand) => ({
          ...plainLine(demand.title, demand.no, demand.at),
          record: { kind: 'demand', id: demand.id },
        })),
        await db.$count(demands, and(eq(demands.companyId, id), isNull(demands.deletedAt))),
      ),
      section('订单', await ordersOfCompany(db, id)),
      ...(await operatorSections(db, 'company', id)),
    ],
    actions: [
      ...(isCompanySuspended(certification)
        ? (['companyRestore'] as const)
        : wasCertified(certification)
          ? (['companySuspend', 'companySuspendConfirm', 'approvalEnd'] as const)
          : []),
      ...(wasCertified(certification) || isCompanySuspended(certification) ? (['certificationRevoke'] as const) : []),
      'note',
    ],
  }
}
