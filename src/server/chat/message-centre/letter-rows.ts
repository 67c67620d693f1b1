import { eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { LetterPerson } from '../../../contract/chat/message-rows.ts'
import type { Db } from '../../../db/open.ts'
import { companies, users } from '../../../db/tables/accounts.ts'
import { letters } from '../../../db/tables/letters.ts'
import { districts } from '../../../db/tables/reference.ts'
import { letterGroupLabels, platformGroups, type LetterAudience } from '../../../domain/chat/letters.ts'
import { serviceName } from '../../../domain/chat/phrases.ts'
import { maskName } from '../../../domain/masks.ts'
import { personName } from '../../../domain/accounts/person-name.ts'

const receiver = alias(users, 'receiver')
const receivingCompany = alias(companies, 'receiving_company')
const senderCompany = alias(companies, 'sender_company')

/** Query of letters with their sender and receiver. */
export const selectLetters = (db: Db) =>
  db
    .select({
      letter: letters,
      realName: users.realName,
      loginName: users.loginName,
      companyId: users.companyId,
      locked: users.locked,
      isOperator: users.isOperator,
      isService: users.isService,
      companyName: senderCompany.name,
      toRealName: receiver.realName,
      toLoginName: receiver.loginName,
      toPersonsCompany: receiver.companyId,
      toPlatform: sql<boolean | null>`${receiver.isOperator} or ${receiver.isService}`,
      toCompanyName: receivingCompany.name,
      districtName: districts.name,
    })
    .from(letters)
    .innerJoin(users, eq(users.id, letters.senderUserId))
    .leftJoin(senderCompany, eq(senderCompany.id, letters.senderCompanyId))
    .leftJoin(receiver, eq(receiver.id, letters.toUserId))
    .leftJoin(receivingCompany, eq(receivingCompany.id, letters.toCompanyId))
    .leftJoin(districts, eq(districts.code, letters.districtCode))
    .$dynamic()

export type LetterWithParticipants = Awaited<ReturnType<typeof selectLetters>>[number]

/** Reader of a letter, who sees full names of colleagues. */
interface LetterReader {
  readonly userId: number
  readonly companyId: number | null
}

interface NamedPerson {
  readonly userId: number
  readonly realName: string
  readonly loginName: string
  readonly companyId: number | null
}

/** Name of a person for a reader: full for colleagues, else masked. */
export function formatName(reader: LetterReader, { userId, companyId, ...person }: NamedPerson): string {
  if (userId === reader.userId) return '我'
  const name = personName(person)
  return companyId !== null && companyId === reader.companyId ? name : maskName(name)
}

/** Sender as shown to the reader. */
export function presentSender(reader: LetterReader, row: LetterWithParticipants): LetterPerson {
  const { letter, isOperator, isService, companyName } = row
  const isPlatform = platformGroups.includes(letter.audience) || isOperator || isService
  const userId = letter.senderUserId
  if (isPlatform && userId !== reader.userId) {
    return { userId: null, name: isService ? serviceName : '平台运营', companyName: '', isPlatform }
  }
  return { userId, name: formatName(reader, { ...row, userId }), companyName: companyName ?? '', isPlatform }
}

/** Receiver as text. */
export function formatReceiver(reader: LetterReader, row: LetterWithParticipants): string {
  const { letter, toCompanyName, districtName } = row
  if (letter.audience === 'person') {
    if (row.toPlatform === true && letter.toUserId !== reader.userId) return serviceName
    const person = {
      userId: letter.toUserId ?? 0,
      companyId: row.toPersonsCompany,
      realName: row.toRealName ?? '',
      loginName: row.toLoginName ?? '',
    }
    return formatName(reader, person)
  }
  if (letter.audience === 'company') return toCompanyName ?? '--'
  return formatGroup(letter.audience, districtName)
}

const formatGroup = (audience: Exclude<LetterAudience, 'person' | 'company'>, districtName: string | null): string =>
  audience === 'area' && districtName !== null ? `${districtName}的企业用户` : letterGroupLabels[audience]
